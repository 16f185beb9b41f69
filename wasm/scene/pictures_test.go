package scene_test

import (
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/scrubber"
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
	other  func(v scene.View, p *script) ([]draw.Shape, float64, float64)
}

func (p picture) view() scene.View {
	lang := p.lang
	if lang == "" {
		lang = "en"
	}
	v := scene.View{Layout: p.layout, Plan: p.part, Focus: p.focus, Now: p.now, Prev: p.play.prev, Text: text.For(lang).Text}
	if p.edit != nil {
		p.edit(&v)
	}
	return v
}

func (p picture) draw() (shapes []draw.Shape, w, h float64) {
	v := p.view()
	if p.other != nil {
		return p.other(v, p.play)
	}
	w, h = v.Size()
	return scene.Build(p.play.s, v), w, h
}

func pictures() []picture {
	return []picture{
		{name: "s02", play: s02(), focus: "key:a"},
		{name: "s02-dark", dark: true, play: s02(), focus: "key:a"},
		{name: "s02-zh", lang: "zh", play: s02(), focus: "key:a"},
		{name: "s02-done", play: s02done(), focus: "key:a"},
		{name: "s04", dark: true, play: s04(), part: scene.All, now: 2.4e9, focus: "delta:default/p1@13:2"},
		{name: "s07", play: s07(), part: scene.Heap, focus: "ticket:a", now: 72.32e9},
		{name: "s14", play: s14(), part: scene.Store},
		{name: "fifo-classic", play: relist("classic"), part: scene.FIFO},
		{name: "fifo-ordered", play: relist("ordered"), part: scene.FIFO},
		{name: "fifo-atomic", play: relist("atomic"), part: scene.FIFO},
		{name: "live-45", play: crowd(24, 4, 17), layout: scene.Live, focus: "key:prod/job-2"},
		{name: "live-2000", dark: true, play: crowd(1640, 10, 350), layout: scene.Live, edit: func(v *scene.View) { v.Detail.Pin = 500 }},
		{name: "bio-s02", play: s02(), other: bio("keys", 10, []bool{false, false, true, false, false, true})},
		{name: "bio-s07", play: s07(), other: bio("bars", 20, []bool{false, false, false, false, false, false, false, false, true})},
		{name: "bio-s14", play: s14(), other: bio("index", 7, []bool{false, false, false, false, true})},
		{name: "mini", play: s02(), other: mini(10, []bool{false, false, true, false, false, true})},
		{name: "embed-heap", play: s07(), part: scene.Heap, layout: scene.Embed, focus: "ticket:a", now: 72.32e9},
		{name: "embed-store", play: s14(), part: scene.Store, layout: scene.Embed},
		{name: "embed-fifo", play: relist("ordered"), part: scene.FIFO, layout: scene.Embed},
		{name: "embed-all", play: s04(), part: scene.All, layout: scene.Embed, now: 2.4e9},
		{name: "phone-heap", play: s07(), part: scene.Heap, layout: scene.Phone, focus: "ticket:a", now: 72.32e9},
		{name: "phone-store", play: s14(), part: scene.Store, layout: scene.Phone},
		{name: "phone-fifo", play: relist("classic"), part: scene.FIFO, layout: scene.Phone},
		{name: "phone-all", play: s04(), part: scene.All, layout: scene.Phone, now: 2.4e9},
		{name: "tree", play: array(5), part: scene.Tree, focus: "key:e"},
		{name: "tree-fix", play: arrayFix(), part: scene.Tree, focus: "key:a"},
		{name: "tree-pop", play: arrayPop(5), part: scene.Tree},
		{name: "tree-many", play: arrayPop(19), dark: true, part: scene.Tree},
		{name: "tree-zh", lang: "zh", play: arrayPop(9), part: scene.Tree},
		{name: "tree-empty", play: start(), part: scene.Tree},
		{name: "embed-tree", play: array(5), part: scene.Tree, layout: scene.Embed},
		{name: "embed-tree-many", play: arrayPop(19), part: scene.Tree, layout: scene.Embed},
		{name: "phone-tree", play: arrayFix(), part: scene.Tree, layout: scene.Phone},
		{name: "phone-tree-many", play: arrayPop(19), part: scene.Tree, layout: scene.Phone},
		{name: "slope", play: s04(), other: slope},
		{name: "slope-gone", play: s04gone(), dark: true, other: slope},
		{name: "broken-line", play: s40(2), focus: "key:a"},
		{name: "broken-free", play: s40(3), focus: "key:a"},
		{name: "broken-two", play: s40(4), dark: true},
		{name: "broken-unseen", play: s40(5)},
		{name: "broken-again", play: s40(6)},
		{name: "broken-left", play: leftBehind()},
		{name: "pipe-broken-free", play: s40(3), part: scene.All},
		{name: "pipe-broken-two", play: s40(4), part: scene.All},
		{name: "pipe-left", play: leftBehind(), part: scene.All},
		{name: "embed-broken-line", play: s40(2), layout: scene.Embed},
		{name: "embed-broken-free", play: s40(3), layout: scene.Embed},
		{name: "embed-broken-two", play: s40(4), layout: scene.Embed},
		{name: "embed-left", play: leftBehind(), layout: scene.Embed},
		{name: "phone-broken-line", play: s40(2), layout: scene.Phone},
		{name: "phone-broken-free", play: s40(3), layout: scene.Phone},
		{name: "phone-broken-two", play: s40(4), lang: "zh", layout: scene.Phone},
		{name: "phone-left", play: leftBehind(), layout: scene.Phone},
		{name: "compare", play: relist("classic"), other: compare(scene.Wide)},
		{name: "compare-dark", lang: "zh", dark: true, play: relist("classic"), other: compare(scene.Wide)},
		{name: "embed-compare", play: relist("classic"), layout: scene.Embed, other: compare(scene.Embed)},
		{name: "phone-compare", play: relist("classic"), layout: scene.Phone, other: compare(scene.Phone)},
		{name: "start", play: start()},
		{name: "waiting", play: waiting(2), focus: "ticket:c"},
		{name: "waiting-many", play: waiting(9)},
		{name: "busy", play: busy(4, 7)},
		{name: "busy-3", play: busy(3, 14)},
		{name: "busy-zh", lang: "zh", dark: true, play: busy(2, 4)},
		{name: "stray", play: stray()},
		{name: "all-busy", play: busy(3, 9), part: scene.All},
		{name: "heap-many", play: waiting(9), part: scene.Heap},
		{name: "heap-zh", lang: "zh", play: s07(), part: scene.Heap, focus: "ticket:a", now: 72.32e9},
		{name: "all-zh", lang: "zh", play: s04(), part: scene.All, now: 2.4e9},
		{name: "store-zh", lang: "zh", play: s14(), part: scene.Store},
		{name: "live-500", play: crowd(60, 40, 30), layout: scene.Live},
		{name: "embed-busy", play: busy(3, 9), layout: scene.Embed},
		{name: "phone-busy", play: busy(3, 9), layout: scene.Phone},
		{name: "phone-zh", lang: "zh", play: s02(), focus: "key:a", layout: scene.Phone},
		{name: "embed-zh", lang: "zh", play: s02(), focus: "key:a", layout: scene.Embed},
		{name: "move-get", play: s02(), other: during(2, 190)},
		{name: "move-lift", play: s02(), other: during(3, 150)},
		{name: "move-merge", play: s02(), other: during(4, 100)},
		{name: "move-done", play: s02done(), other: during(6, 120)},
		{name: "trail-get", play: s02(), other: during(2, -1)},
		{name: "trail-done", play: s02done(), other: during(6, -1)},
		{name: "bio-s04", play: s04(), other: inSeconds(992)},
		{name: "life-both", play: s02(), other: life("a", 320)},
		{name: "life-again", play: s02done(), other: life("a", 320)},
		{name: "life-due", play: waiting(2).at(60e9).due("c").step("due"), other: life("c", 358)},
		{name: "life-waits-zh", lang: "zh", dark: true, play: waiting(2), other: life("d", 320)},
		{name: "life-stray", play: stray(), other: life("a", 320)},
		{name: "s02-embed", play: s02(), focus: "key:a", layout: scene.Embed},
		{name: "s02-phone", play: s02(), focus: "key:a", layout: scene.Phone},
	}
}

func story(v scene.View, p *script, rows string, total int, gates []bool) scrubber.Bio {
	return scrubber.Bio{States: p.steps, Labels: p.names, Gates: gates, Total: total, Now: len(p.steps) - 1, Rows: rows, Text: v.Text}
}

func bio(rows string, total int, gates []bool) func(scene.View, *script) ([]draw.Shape, float64, float64) {
	return func(v scene.View, p *script) ([]draw.Shape, float64, float64) {
		return scrubber.Biography(story(v, p, rows, total, gates)), 992, 104
	}
}

// slope draws which p1 each place has, as wide as the side column.
func slope(v scene.View, p *script) ([]draw.Shape, float64, float64) {
	shapes, h := scene.Slope(scene.Holders(p.s, p.id("default/p1"), v.Text), scene.Versions(p.s, p.id("default/p1")), 288)
	return shapes, 288, h
}

// timed is the story of s04 in seconds, with seven more steps to come.
func timed(v scene.View, p *script) scrubber.Bio {
	b := story(v, p, scrubber.RowsSeconds, 12, []bool{5: true, 8: true, 11: false})
	for _, s := range []float64{0, 0, 0, 1, 1.5, 2.25, 3, 3, 4.5, 6, 6, 7.5, 9} {
		b.Times = append(b.Times, int64(s*1e9))
	}
	b.Writes = []scrubber.Write{{Step: 1, RV: 5}, {Step: 3, At: 1e9, RV: 11}, {Step: 4, At: 1.5e9, RV: 12}, {Step: 5, At: 2.25e9, RV: 13}, {Step: 9, At: 6e9, RV: 14}}
	return b
}

func inSeconds(width float64) func(scene.View, *script) ([]draw.Shape, float64, float64) {
	return func(v scene.View, p *script) ([]draw.Shape, float64, float64) {
		b := timed(v, p)
		b.W = width
		return scrubber.Biography(b), width, 104
	}
}

// life draws the life cycle of a key after all that was played.
func life(key string, width float64) func(scene.View, *script) ([]draw.Shape, float64, float64) {
	return func(v scene.View, p *script) ([]draw.Shape, float64, float64) {
		l := scene.Life{State: p.s, Key: p.id(key), Last: scene.LastCall(p.rec.Since(1), p.id(key)), Text: v.Text}
		return scene.Lifecycle(l, width), width, scene.LifeHeight
	}
}

// compare draws a relist on all engines, in the middle of its first pop.
func compare(l scene.Layout) func(scene.View, *script) ([]draw.Shape, float64, float64) {
	return func(v scene.View, _ *script) ([]draw.Shape, float64, float64) {
		var engines []scene.Engine
		for _, kind := range []string{"classic", "ordered", "atomic"} {
			p := relist(kind)
			e := scene.Engine{Name: kind, State: p.s, Prev: p.prev, Before: p.steps[1]}
			if kind != "atomic" {
				note := p.s.Listeners[0].Pending
				e.Pops = []scene.Pop{{State: p.s, Notes: note, Open: true}}
			}
			engines = append(engines, e)
		}
		v.Layout = l
		w, h := scene.CompareSize(l, len(engines))
		return scene.Compare(engines, v), w, h
	}
}

func mini(total int, gates []bool) func(scene.View, *script) ([]draw.Shape, float64, float64) {
	return func(v scene.View, p *script) ([]draw.Shape, float64, float64) {
		return scrubber.Mini(story(v, p, "", total, gates)), 416, 44
	}
}

// during is the picture at ms into step i; below 0 it is the end with its trail.
func during(i int, ms float64) func(scene.View, *script) ([]draw.Shape, float64, float64) {
	return func(v scene.View, p *script) (shapes []draw.Shape, w, h float64) {
		eachStep(p, func(j int, events []trace.Event) {
			if j != i {
				return
			}
			v.Prev = p.steps[i-1]
			moves := scene.Moves(p.steps[i-1], p.steps[i], events, v)
			shapes = scene.Build(p.steps[i], v)
			if ms < 0 {
				shapes = scene.Trail(shapes, moves)
				return
			}
			shapes = scene.At(shapes, moves, ms)
		})
		return shapes, 880, 496
	}
}
