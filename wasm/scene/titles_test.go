package scene_test

import (
	"slices"
	"testing"

	"github.com/informerscope/informerscope/wasm/scene"
)

// A picture has a title for each of its zones, in the order of their numbers; a point on it,
// or just beside it, means the zone, and the name is a part of it.
func TestTitlesNameTheZonesOfAPicture(t *testing.T) {
	sets := []string{"queue", "dirty", "processing", "heap"}
	for _, c := range []struct {
		name string
		want []string
	}{
		{"s02", sets}, {"s02-phone", sets[:3]}, {"s02-embed", sets},
		{"s04", append([]string{"server", "reflector", "fifo", "store", "handlers"}, sets...)},
		{"s14", []string{"store", "handlers", "index"}},
		{"compare", []string{"fifo|classic", "fifo|ordered", "fifo|atomic", "store|classic", "store|ordered", "store|atomic"}},
	} {
		i := slices.IndexFunc(pictures(), func(p picture) bool { return p.name == c.name })
		if i < 0 {
			t.Fatalf("there is no picture %s", c.name)
		}
		shapes, w, h := pictures()[i].draw()
		var got []string
		for _, a := range scene.Titles(shapes) {
			got = append(got, a.Zone)
			if a.N0 < a.X0-1 || a.N1 > a.X1+1 || a.N1-a.N0 < 10 || a.X0 < 0 || a.X1 > w || a.Y0 < 0 || a.Y1 > h {
				t.Errorf("%s: the name of %s stands at %.0f to %.0f, the title at %.0f to %.0f of %.0f", c.name, a.Zone, a.N0, a.N1, a.X0, a.X1, w)
			}
			if at := scene.TitleAt(shapes, a.X0-5, a.Y1+5); at != a.Zone {
				t.Errorf("%s: beside the title of %s stands %q", c.name, a.Zone, at)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s has titles of %q, want %q", c.name, got, c.want)
		}
		if at := scene.TitleAt(shapes, w/2, h*.72); at != "" {
			t.Errorf("%s: in its middle stands the title of %s", c.name, at)
		}
	}
}
