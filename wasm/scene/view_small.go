package scene

func (c *canvas) small() {
	if c.v.Layout == Phone {
		c.crossing(&crossPhone)
		return
	}
	c.crossing(&crossEmbed)
}
