package scene

// broken says a broken promise in its own words; the tokens themselves are dashed in the
// error role already.
func (c *canvas) broken(g *cross) {
	if !c.alarming() {
		return
	}
	x, y := g.ruler.x0+8, g.proc.y1+8
	if g.name == "wide" && len(c.s.Heap) > 0 { // under the ruler stands its caption, at +44
		y = g.ruler.y1 + 68
	}
	switch g.name {
	case "embed":
		y = 200
	case "phone":
		x, y = 14, 22
	case "pipe":
		y = 492
	case "live":
		x, y = 8, 552
	}
	room := g.proc.x0 - x - 16
	if g.name == "phone" {
		room = 350
	}
	c.alarm(x-8, x+room+8, y)
}
