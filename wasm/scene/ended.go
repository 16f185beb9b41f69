package scene

import (
	"github.com/informerscope/informerscope/wasm/draw"
)

// A program that has ended by a panic does nothing any more, and what it had in memory is gone with
// it. Until another one starts it stays in the picture as it was, in grey and with its clocks stopped; the API
// server is another program, and goes on.

// ended reports whether the program has ended.
func (c *canvas) ended() bool { return c.s.Crash != "" }

// ashen is the ink of what belongs to a program that has ended.
var ashen = map[draw.Ink]draw.Ink{
	draw.Text: draw.Text3, draw.Text2: draw.Text3,
	draw.Dirty: draw.Soft, draw.Proc: draw.Soft, draw.Wait: draw.Soft, draw.OK: draw.Soft, draw.Err: draw.Soft,
	draw.Neutral: draw.Soft, draw.BodyEdge: draw.Soft,
	draw.DirtyTint: draw.Panel, draw.ProcTint: draw.Panel, draw.WaitTint: draw.Panel, draw.Body: draw.Panel,
}

// ashes takes the colour out of the shapes of a spot: not of the API server's, and not of what the
// program died of.
func ashes(shapes []draw.Shape) {
	if len(shapes) > 0 && shapes[0].ID == "zone:server" {
		return
	}
	ink := func(i *draw.Ink) {
		if to, ok := ashen[*i]; ok {
			*i = to
		}
	}
	for i := range shapes {
		s := &shapes[i]
		if s.ID == "broken" {
			continue
		}
		ink(&s.Fill)
		ink(&s.Stroke)
		ink(&s.Hatch)
		for j := range s.Runs {
			ink(&s.Runs[j].Ink)
		}
		if s.Kind == draw.Words && s.Fill == draw.None {
			s.Fill = draw.Text3
		}
	}
}
