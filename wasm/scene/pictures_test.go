package scene_test

import (
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// picture is a view of a state that is compared with the mock-ups.
type picture struct {
	name   string
	dark   bool
	lang   string
	play   *script
	layout scene.Layout
	part   string
	focus  string
	now    int64
	edit   func(*scene.View)
	other  func(v scene.View, p *script) ([]scene.Shape, float64, float64)
}

func (p picture) view() scene.View {
	lang := p.lang
	if lang == "" {
		lang = "en"
	}
	v := scene.View{Layout: p.layout, Part: p.part, Focus: p.focus, Now: p.now, Prev: p.play.prev, Text: text.For(lang).Text}
	if p.edit != nil {
		p.edit(&v)
	}
	return v
}

func (p picture) draw() (shapes []scene.Shape, w, h float64) {
	v := p.view()
	if p.other != nil {
		return p.other(v, p.play)
	}
	w, h = p.layout.Size()
	if p.layout == scene.Wide && p.part == scene.All {
		w, h = scene.Pipeline.Size()
	}
	return scene.Build(p.play.s, v), w, h
}

func pictures() []picture {
	return []picture{
		{name: "s02", play: s02(), focus: "key:a"},
		{name: "s02-dark", dark: true, play: s02(), focus: "key:a"},
		{name: "s02-zh", lang: "zh", play: s02(), focus: "key:a"},
		{name: "s02-done", play: s02done(), focus: "key:a"},
		{name: "s02-embed", play: s02(), focus: "key:a", layout: scene.Embed},
		{name: "s02-phone", play: s02(), focus: "key:a", layout: scene.Phone},
	}
}
