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
		{name: "s04", dark: true, play: s04(), layout: scene.Pipeline, part: scene.All, now: 2.4e9, focus: "delta:default/p1@13:2"},
		{name: "s07", play: s07(), part: scene.Heap, focus: "ticket:a", now: 72.32e9},
		{name: "s14", play: s14(), part: scene.Store},
		{name: "fifo-classic", play: relist("classic"), part: scene.FIFO},
		{name: "fifo-ordered", play: relist("ordered"), part: scene.FIFO},
		{name: "fifo-atomic", play: relist("atomic"), part: scene.FIFO},
		{name: "live-45", play: crowd(24, 4, 17), layout: scene.Live, focus: "key:prod/job-2"},
		{name: "live-2000", dark: true, play: crowd(1640, 10, 350), layout: scene.Live, edit: func(v *scene.View) { v.Detail.Pin = 500 }},
		{name: "s02-embed", play: s02(), focus: "key:a", layout: scene.Embed},
		{name: "s02-phone", play: s02(), focus: "key:a", layout: scene.Phone},
	}
}
