package scene

// broken says a broken promise in its own words; the tokens themselves are dashed in the
// error role already.
func (c *canvas) broken(g *cross) {
	if !c.alarming() {
		return
	}
	y := g.alarm.y1
	if g.lower > 0 && len(c.s.Heap) > 0 { // under the ruler stands its caption
		y = g.lower
	}
	c.alarm(g.alarm.x0, g.alarm.x1, y)
}
