package player

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// Frame is what an author says of how a moment is shown in a page of his own. The zero Frame is the
// page as it is for everybody.
type Frame struct {
	From, To int    // from, to: the steps between which it plays; 0 is the beginning, or the end
	Loop     bool   // loop=1: and begins again
	Autoplay bool   // autoplay=1: plays at once, unless nothing is to move
	Markers  bool   // pause=markers: stops where the lesson does
	SkipIdle bool   // skipidle=1: time in which nothing happens passes at once
	Controls string // "mini" is back, play and step; "none" is none; "" all
	Narrate  string // "overlay" lays the sentence over the picture, "off" leaves it to the host page; "" above
	Motion   string // "none" moves nothing
	ReadOnly bool   // readonly=1: the host page cannot act, and the reader finds no what-if
	At       string // t: the moment to stand at, "2m30s", where no step is named
}

// frameKey is a parameter of Frame: what it is called, what it may say, and where that is kept. A flag says 1.
type frameKey struct {
	name   string
	values []string
	text   func(*Frame) *string
	flag   func(*Frame) *bool
	number func(*Frame) *int
	check  func(value string) bool
	want   string // what is wanted, where check says no
}

var frameKeys = []frameKey{
	{name: "from", number: func(f *Frame) *int { return &f.From }},
	{name: "to", number: func(f *Frame) *int { return &f.To }},
	{name: "loop", flag: func(f *Frame) *bool { return &f.Loop }},
	{name: "autoplay", flag: func(f *Frame) *bool { return &f.Autoplay }},
	{name: "pause", values: []string{"markers"}, flag: func(f *Frame) *bool { return &f.Markers }},
	{name: "skipidle", flag: func(f *Frame) *bool { return &f.SkipIdle }},
	{name: "controls", values: []string{"full", "mini", "none"}, text: func(f *Frame) *string { return &f.Controls }},
	{name: "narrate", values: []string{"above", "overlay", "off"}, text: func(f *Frame) *string { return &f.Narrate }},
	{name: "motion", values: []string{"auto", "none"}, text: func(f *Frame) *string { return &f.Motion }},
	{name: "readonly", flag: func(f *Frame) *bool { return &f.ReadOnly }},
	{name: "t", text: func(f *Frame) *string { return &f.At }, want: "2m30s", check: func(v string) bool { _, err := time.ParseDuration(v); return err == nil }},
}

// take reads the parameter from a link; false is a value that it cannot have, beside what it can.
func (k frameKey) take(f *Frame, value string) (want string, ok bool) {
	switch {
	case k.number != nil:
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 {
			return "0", false
		}
		*k.number(f) = n
	case k.flag != nil:
		on := "1"
		if k.values != nil {
			on = k.values[0]
		}
		if value != on && value != "0" && value != "" {
			return on, false
		}
		*k.flag(f) = value == on
	case k.check != nil:
		if !k.check(value) {
			return k.want, false
		}
		*k.text(f) = value
	case !slices.Contains(k.values, value):
		return strings.Join(k.values, ", "), false
	case value != k.values[0]: // the first is what is so anyway
		*k.text(f) = value
	}
	return "", true
}

// say is the value for a link; "" leaves it out.
func (k frameKey) say(f Frame) string {
	switch {
	case k.number != nil:
		if n := *k.number(&f); n > 0 {
			return strconv.Itoa(n)
		}
	case k.flag != nil:
		if *k.flag(&f) {
			if k.values != nil {
				return k.values[0]
			}
			return "1"
		}
	default:
		return *k.text(&f)
	}
	return ""
}

// still reports whether nothing is to move: the reader's system says so, or the link.
func (p *Player) still() bool { return p.Window.Reduced || p.Hash.Frame.Motion == "none" }

// autoplay plays at once where the link says so, once things can move.
func (p *Player) autoplay() {
	if h := p.Head; h != nil && p.Hash.Frame.Autoplay && !p.calm() && !h.Last() {
		h.Playing, p.playedFrom = true, h.Step
	}
}

// standAt goes to the last step that was over at the moment that the link names.
func (p *Player) standAt() {
	at, err := time.ParseDuration(p.Hash.Frame.At)
	if p.Hash.Frame.At == "" || err != nil || p.Head == nil {
		return
	}
	n := p.Head.Line.First()
	for n < p.Head.Line.Last() && time.Duration(p.Head.Line.Step(n+1).At) <= at {
		n++
	}
	p.Head.Seek(n)
	p.Hash.Frame.At = "" // from here on the step says it
}

// ends reports whether what plays stops at the step that is reached, and goOn whether it begins again there.
func (p *Player) ends() bool {
	h, f := p.Head, p.Hash.Frame
	switch {
	case f.Loop:
		return f.From >= p.lastPlayed()
	case h.Session == nil && h.Step >= p.lastPlayed():
		return true
	}
	return f.Markers && h.Run != nil && h.Run.Steps[h.Step].Marker && h.Step != p.playedFrom
}

// lastPlayed is the step at which playing ends.
func (p *Player) lastPlayed() int {
	last := p.Head.Line.Last()
	if to := p.Hash.Frame.To; to > 0 && (p.Hash.Frame.Loop || p.playedFrom <= to) {
		last = min(last, to)
	}
	return last
}

// goOn plays the next step, or begins again.
func (p *Player) goOn() {
	if p.Hash.Frame.Loop && p.Head.Step >= p.lastPlayed() {
		p.goTo(p.Hash.Frame.From)
		return
	}
	p.mode().next()
}
