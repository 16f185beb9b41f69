package scene_test

import (
	"os"
	"testing"

	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// A zone is one file, and two messages in each language: what it is called, and what it is for.
func TestEveryZoneHasItsFileAndItsMessages(t *testing.T) {
	p := newScript("atomic")
	for _, z := range scene.Zones {
		if _, err := os.Stat("zone_" + z.Name + ".go"); err != nil {
			t.Errorf("%s: %v", z.Name, err)
		}
		for _, lang := range text.Langs() {
			for _, key := range []string{z.Title, z.Explain(p.s)} {
				if said := text.For(lang).Text(key); said == "" || said == key {
					t.Errorf("%s: web/locales/%s.json has no %q", z.Name, lang, key)
				}
			}
		}
		if z.Code(p.s) == "" || len(z.Behind(p.s, scene.Detail{Base: 1, Cap: 1})) == 0 && z.Name != "server" {
			t.Errorf("%s: nothing is behind it", z.Name)
		}
	}
}

// Every plan has a row in every layout but Live, which shows keys alone, and every
// zone stands in one of them.
func TestEveryPartHasAPlan(t *testing.T) {
	met := map[string]bool{}
	p := many(3, 2, 2)
	for _, plan := range scene.Plans {
		sizes := map[[2]float64]bool{}
		for _, l := range []scene.Layout{scene.Wide, scene.Embed, scene.Phone} {
			v := scene.View{Layout: l, Plan: plan}
			w, h := v.Size()
			sizes[[2]float64{w, h}] = true
			shapes := scene.Build(p.s, v)
			for _, title := range scene.Titles(shapes) {
				met[title.Zone] = true
			}
		}
		if len(sizes) != 3 {
			t.Errorf("%s has %d sizes in 3 layouts", plan, len(sizes))
		}
	}
	for _, z := range scene.Zones {
		if !met[z.Name] {
			t.Errorf("no picture has a title of %s", z.Name)
		}
	}
}
