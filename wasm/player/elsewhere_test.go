package player

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
)

// What a link says is of the place that it leads to, or of how the reader, or the author of the page around the frame,
// wants whatever is shown: a new part of it has to be one of both.
var (
	ofThePlace = []string{"Page", "Lesson", "Step", "Part", "View", "Engine", "Queue", "Compare", "Resource", "Namespace", "Inline", "File", "Src", "Packed", "Prose",
		"Exercise", "Of", "Seed", "Set", "If", "Token", "Zone", "Frame.From", "Frame.To", "Frame.Loop", "Frame.Autoplay", "Frame.At"}
	ofTheReader = []string{"Lang", "Theme", "Embed", "Code", "Side", "Speed", "Predict", "Present",
		"Frame.Markers", "Frame.SkipIdle", "Frame.Controls", "Frame.Narrate", "Frame.Motion", "Frame.ReadOnly"}
)

// partsOf are the parts of a link that say something.
func partsOf(h Hash) map[string]string {
	parts := map[string]string{}
	var note func(prefix string, v reflect.Value)
	note = func(prefix string, v reflect.Value) {
		for i := range v.NumField() {
			name := prefix + v.Type().Field(i).Name
			if f := v.Field(i); f.Kind() == reflect.Struct {
				note(name+".", f)
			} else if parts[name] = ""; !f.IsZero() {
				parts[name] = fmt.Sprint(f)
			}
		}
	}
	note("", reflect.ValueOf(h))
	return parts
}

// Whatever else is opened, and however, what was chosen stays: each choice for itself, and all of them together.
func TestWhatWasChosenStaysWhateverIsOpened(t *testing.T) {
	choices := []string{"lang=zh", "theme=dark", "code=own", "side=metrics", "side=0", "speed=2", "predict=0", "predict=1", "present=1",
		"pause=markers", "skipidle=1", "controls=mini", "narrate=overlay", "motion=none", "readonly=1"}
	for name := range partsOf(Hash{}) {
		if slices.Contains(ofThePlace, name) == slices.Contains(ofTheReader, name) {
			t.Errorf("%s is of the place, or of the reader: want one of both", name)
		}
	}
	l := scenarios.Find("dirty-and-processing")
	text := "id: mine\ntitle: Mine\n\nAdd a\nW1 Get\n"
	run, err := l.Run(l.Engines[0])
	if err != nil {
		t.Fatal(err)
	}
	var recorded strings.Builder
	if err := run.Recorder.WriteJSON(&recorded); err != nil {
		t.Fatal(err)
	}
	host := func(says map[string]any) func(*Player) {
		says["protocol"] = Protocol
		text, err := json.Marshal(says)
		if err != nil {
			t.Fatal(err)
		}
		return func(p *Player) { follow(p, HostSays{string(text)}) }
	}
	ways := map[string]struct {
		open func(*Player)
		to   string   // the page
		not  []string // what is given up on this way, and why it is
	}{
		"the host loads a lesson":    {host(map[string]any{"type": "load", "scenario": "first-light"}), "lesson", nil},
		"the host loads a text":      {host(map[string]any{"type": "load", "text": text}), "lesson", nil},
		"the host loads a trace":     {host(map[string]any{"type": "load", "text": recorded.String(), "name": "mine.jsonl"}), "trace", nil},
		"the host sets the engine":   {host(map[string]any{"type": "set", "set": map[string]string{"engine": "classic"}}), "lesson", nil},
		"the host seeks":             {host(map[string]any{"type": "seek", "step": 4}), "lesson", nil},
		"the reader opens a file":    {func(p *Player) { read(t, p, "mine.iq", text) }, "lesson", nil},
		"the reader opens a trace":   {func(p *Player) { read(t, p, "mine.jsonl", recorded.String()) }, "trace", nil},
		"a lesson that there is not": {func(p *Player) { follow(p, Opened{strings.Replace(p.link(), "s=pipeline-under-load", "s=no-such", 1)}) }, "lesson", nil},
		"another engine":             {func(p *Player) { follow(p, Engine{"classic"}) }, "lesson", nil},
		"engines side by side":       {func(p *Player) { follow(p, Engine{"compare"}) }, "lesson", nil},
		"what if":                    {func(p *Player) { follow(p, WhatIf{}) }, "play", []string{"Frame.ReadOnly"}}, // is not offered there
		"the lesson that follows":    {func(p *Player) { link, _ := p.Onward(); follow(p, Opened{link}) }, "lesson", []string{"Speed", "Predict"}},
		"the course":                 {func(p *Player) { follow(p, Opened{p.Link(Hash{Page: "course"})}) }, "course", []string{"Speed", "Predict"}},
		"the lesson of a search":     {func(p *Player) { follow(p, Search{"first-light"}, FindOpen{}) }, "lesson", []string{"Speed", "Predict"}},
	}
	all := append(slices.Clone(choices), strings.Join(slices.DeleteFunc(slices.Clone(choices), func(c string) bool { return c == "predict=1" }), "&"))
	for name, way := range ways {
		for _, chosen := range all {
			for _, embed := range []string{"embed&", ""} {
				p := opened("#" + embed + "s=pipeline-under-load&step=3&from=1&to=6&" + chosen)
				before := partsOf(p.Hash)
				way.open(p)
				after := partsOf(p.Hash)
				if p.Hash.Page == "lesson" && p.Hash.Lesson == "pipeline-under-load" && way.to == "play" && before["Frame.ReadOnly"] != "" {
					continue
				}
				if p.Hash.Page != way.to {
					t.Fatalf("%s, %s%s: it leads to %s, want %s", name, embed, chosen, p.Hash, way.to)
				}
				stays := ofTheReader
				if name == "the host loads a lesson" { // whose attributes may come before it
					stays = append(slices.Clone(stays), "Frame.From", "Frame.To")
				}
				for _, part := range stays {
					if want := before[part]; after[part] != want && !slices.Contains(way.not, part) {
						t.Errorf("%s, %s%s: %s is %q, was %q: %s", name, embed, chosen, part, after[part], want, p.Hash)
					}
				}
			}
		}
	}
}

// follow hears messages, and goes where the page goes then.
func follow(p *Player, all ...Msg) {
	for _, m := range all {
		for _, e := range p.Update(noon, m) {
			if v, ok := e.(Visit); ok {
				p.Update(noon, Opened(v))
			}
		}
	}
}
