package scene

// broken says a broken promise in its own words; the tokens themselves are dashed in the
// error role already.
func (c *canvas) broken(g *cross) {
	if len(c.s.Broken) == 0 {
		return
	}
	b := c.s.Broken[len(c.s.Broken)-1]
	x, y := g.ruler.x0+8, g.proc.y1+8
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
	runs := []Run{{Text: "✕ ", Bold: true, Ink: Err}, bold(c.msg("broken.title")), inkd("  "+plain.Replace(b.Sentence), Text2)}
	runs, size := fit(runs, 15, room)
	c.as("broken", func() {
		c.box(x-8, y-size*1.1, Width(runs, size)+16, size*1.6, 3, Plate, Err, 1.5).Dash = [2]float64{6, 4}
		c.words(x, y, size, Start, Text, runs...)
	})
}
