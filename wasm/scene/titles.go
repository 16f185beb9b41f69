package scene

import (
	"github.com/informerscope/informerscope/wasm/draw"
	"strings"
)

// Title is the title of a zone in a picture: of engines side by side Zone is "fifo|classic".
type Title struct {
	Zone           string
	X0, Y0, X1, Y1 float64 // of all it says
	N0, N1         float64 // left and right end of its name, the bold part
}

// title makes the next words the title of a zone.
func (c *canvas) title(zone string) *canvas {
	if c.Zone = zone; strings.HasPrefix(zone, "handler") {
		c.Zone = "handlers"
	}
	return c
}

// Titles lists the titles among shapes by the number of their zone; of a zone that has several
// the first one.
func Titles(shapes []draw.Shape) (all []Title) {
	var met []*draw.Shape
	for i := range shapes {
		if shapes[i].Zone != "" {
			met = append(met, &shapes[i])
		}
	}
	for _, z := range Zones {
		zone, last := z.Name, ""
		for _, s := range met {
			if name, _, _ := strings.Cut(s.Zone, "|"); name != zone || s.Zone == last {
				continue
			}
			last = s.Zone
			t := Title{Zone: s.Zone}
			t.X0, t.Y0, t.X1, t.Y1 = s.Bounds()
			t.N0, t.N1 = nameIn(s)
			all = append(all, t)
		}
	}
	return all
}

// slack is what the table of advances leaves for other fonts than ours.
const slack = 1.12

// nameIn is where the bold part of a title stands in our own font, or all of it where none is.
func nameIn(s *draw.Shape) (x0, x1 float64) {
	w := draw.Width(s.Runs, s.Size) / slack
	x0 = s.X - w*float64(s.Anchor)/2
	for i, r := range s.Runs {
		if r.Bold {
			r.Text = strings.TrimSpace(r.Text)
			x0 += draw.Width(s.Runs[:i], s.Size) / slack
			return x0, x0 + draw.Width([]draw.Run{r}, s.Size)/slack
		}
	}
	return x0, x0 + w
}

// titleReach is how far beside a title a pointer still means it, px.
const titleReach = 6

// TitleAt is the zone whose title stands at x, y; "" where none does.
func TitleAt(shapes []draw.Shape, x, y float64) string {
	for _, s := range shapes {
		if s.Zone == "" {
			continue
		}
		if x0, y0, x1, y1 := s.Bounds(); x >= x0-titleReach && x <= x1+titleReach && y >= y0-titleReach && y <= y1+titleReach {
			return s.Zone
		}
	}
	return ""
}
