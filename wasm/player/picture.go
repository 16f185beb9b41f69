package player

import (
	"cmp"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/still"
)

// Picture is what the stage shows when nothing moves: shapes, their size in stage pixels, and
// what it is called.
type Picture struct {
	Shapes []draw.Shape
	W, H   float64
	Title  string
}

// drawn is a picture that was built, with what it follows from. bare is without what stands
// elsewhere in another future.
type drawn struct {
	key pictureKey
	Picture
	bare []draw.Shape
}

// pictureKey is all that a picture follows from. Pages without one have the zero key.
type pictureKey struct {
	page        string
	now, before *state.State
	seq         uint64 // a live state grows
	keys        int    // and forgets
	at          int64
	layout      scene.Layout
	plan        string
	focus       string
	dress       string
	pin         trace.ID
	adds, gets  float64
	other       *model.Branch // the future that was left
	otherAt     int
	engines     string // side by side
	step, part  int    // of them
	boxW, boxH  float64
	reduced     bool
}

func (p *Player) pictureKey() pictureKey {
	s := p.Shown()
	if s == nil {
		return pictureKey{}
	}
	v := p.view(s)
	k := pictureKey{page: p.Hash.Page, now: s, before: v.Prev, seq: s.Seq, keys: len(s.Keys), at: v.Now, layout: v.Layout, plan: v.Plan,
		focus: v.Focus, dress: p.chosen() + " " + p.Lang(), pin: v.Detail.Pin, adds: v.Detail.Adds, gets: v.Detail.Gets,
		boxW: p.Window.BoxW, boxH: p.Window.BoxH, reduced: p.still()}
	if p.Hash.Page == "live" && !p.Live.moving() {
		k.at = 0 // what does not move does not depend on the time
	}
	k.other, k.otherAt, _ = p.other()
	if engines := p.Compared(); engines != nil {
		k.engines, k.step, k.part = strings.Join(engines, ","), p.Head.Step, p.Head.Part
	}
	return k
}

// Picture is what the stage shows when nothing moves; ok is false where there is none.
func (p *Player) Picture() (pic Picture, ok bool) {
	k := p.pictureKey()
	if k.page == "" {
		return Picture{}, false
	}
	return p.draw(k).Picture, true
}

// draw builds the picture of a key, which is that of now, once.
func (p *Player) draw(k pictureKey) drawn {
	for i, d := range p.drawn {
		if d.key == k {
			p.drawn[0], p.drawn[i] = d, p.drawn[0]
			return d
		}
	}
	d := drawn{key: k}
	s := p.Shown()
	v := p.view(s)
	if p.Compared() != nil {
		d.Shapes, d.W, d.H = p.comparison(v)
	} else {
		d.W, d.H = v.Size()
		d.bare = scene.Build(s, v)
		d.Shapes = d.bare
		if p.still() && p.Head != nil && p.Hash.Page != "live" && v.Prev != nil {
			d.Shapes = scene.Trail(d.Shapes, scene.Moves(v.Prev, s, p.Head.Events(), v))
		}
		d.Shapes = p.ghosts(d.Shapes, v)
	}
	d.Title = p.Spoken()
	p.drawn[1], p.drawn[0] = p.drawn[0], d
	return d
}

// Spoken is the text of the picture for those who do not see it.
func (p *Player) Spoken() string {
	if p.Head == nil || p.Head.Lesson == nil || p.Hash.Page != "lesson" && p.Hash.Page != "edit" {
		return ""
	}
	return plain(p.tale())
}

// Plan is which part of the machinery is shown.
func (p *Player) Plan() string {
	plan := cmp.Or(p.Hash.View, p.mode().plan())
	if s := p.Shown(); plan == scene.Tree && s != nil && s.Priorities() { // it has no array
		return scene.Heap
	}
	return plan
}

// narrowStage is the width, in px, below which a stage shows the embed's composition.
const narrowStage = 640

// view is how a state is seen: in this layout and language, at this moment.
func (p *Player) view(s *state.State) scene.View {
	v := scene.View{Plan: p.Plan(), Text: p.plainT, Focus: p.Focus(), Now: s.At}
	switch p.Layout() {
	case "embed":
		v.Layout = scene.Embed
	case "phone":
		v.Layout = scene.Phone
	default:
		if v.Plan != scene.All && p.Hash.Page != "live" && p.Window.BoxW > 0 && p.Window.BoxW < narrowStage {
			v.Layout = scene.Embed // beside the column of a narrow window its type is half as large again
		}
	}
	p.mode().detail(&v)
	return v
}

// Focus is the token the headline names: the one that was picked, or else what the step's last
// event is about.
func (p *Player) Focus() string {
	if id, ok := p.KeyCalled(p.Hash.Token); ok {
		return scene.KeyID(p.Shown(), id)
	}
	if p.Hash.Token != "" {
		return "key:" + p.Hash.Token // it is not there yet
	}
	if p.Hash.Page == "live" || p.Head == nil || p.Head.First() {
		return ""
	}
	for _, e := range slices.Backward(p.Head.Events()) {
		if e.Key != 0 {
			return scene.KeyID(p.Head.Now, e.Key)
		}
	}
	return ""
}

// PictureSVG is the moment as a document of its own, in the colours that are shown.
func (p *Player) PictureSVG() (svg string, w, h float64) {
	pic, _ := p.Picture()
	return still.SVG(pic.Shapes, still.Options{W: pic.W, H: pic.H, Margin: scene.Margin, Title: p.Title(), Desc: p.About(), Theme: p.pictureTheme(), Bg: true}), pic.W, pic.H
}

// pictureTheme is the theme of still.Options that has the colours shown.
func (p *Player) pictureTheme() string {
	switch pal := p.Palette(); {
	case pal.Two():
		return "hc"
	case pal == draw.Dark():
		return "dark"
	}
	return "light"
}

// Title is what the moment is called, and About what it is about, in a sentence.
func (p *Player) Title() string { return p.mode().title() }
func (p *Player) About() string { return p.mode().about() }

// Zones are those of the picture by their numbers. Where the sets are, the queue and the heap
// are too, whether or not there is room for their titles.
func (p *Player) Zones() (all []string) {
	pic, _ := p.Picture()
	for _, t := range scene.Titles(pic.Shapes) {
		all = append(all, t.Zone)
	}
	if !slices.Contains(all, "dirty") {
		return all
	}
	var sets []string
	for _, z := range scene.Zones {
		if z.Name == "queue" || z.Name == "heap" || slices.Contains(all, z.Name) {
			sets = append(sets, z.Name)
		}
	}
	return sets
}
