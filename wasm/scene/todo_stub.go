package scene

func (c *canvas) pipeline()           { c.crossing(&crossPipe) }
func (c *canvas) heapView()           { c.crossing(&crossWide) }
func (c *canvas) storeView()          { c.crossing(&crossWide) }
func (c *canvas) fifoView()           { c.crossing(&crossWide) }
func (c *canvas) labelsPipe(g *cross) {}
func (c *canvas) small() {
	if c.v.Layout == Phone {
		c.crossing(&crossPhone)
		return
	}
	c.crossing(&crossEmbed)
}
