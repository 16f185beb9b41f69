package scene

// broken says a broken promise in its own words; the tokens themselves are dashed in the
// error role already.
func (c *canvas) broken(g *cross) {
	if len(c.s.Broken) == 0 {
		return
	}
	b := c.s.Broken[len(c.s.Broken)-1]
	y := g.dirty.y1 - 10
	x := g.dirty.x0 + 12
	if g.name == "wide" {
		x, y = 220, 120
	}
	runs := []Run{{Text: "✕ ", Bold: true, Ink: Err}, {Text: c.v.text("broken.title"), Bold: true}, {Text: "  " + plain.Replace(b.Sentence), Ink: Text2}}
	room := g.proc.x0 - x - 16
	runs, size := fit(runs, 15, room)
	c.as("broken", func() {
		w := Width(runs, size) + 16
		c.box(x-8, y-size*1.1, w, size*1.6, 3, Plate, Err, 1.5).Dash = [2]float64{6, 4}
		c.words(x, y, size, Start, Text, runs...)
	})
}

func (v View) text(key string) string {
	if v.Text == nil {
		return key
	}
	return v.Text(key)
}
