package player

import (
	"slices"
	"strings"
	"testing"
)

// posts is what the host page is told of messages.
func posts(p *Player, all ...Msg) (told []string) {
	for _, m := range all {
		for _, e := range p.Update(start, m) {
			if e, ok := e.(Post); ok {
				told = append(told, e.Text)
			}
		}
	}
	return told
}

// The host turns the frame to another language, and hears what it is called there.
func TestTheHostTurnsTheLanguage(t *testing.T) {
	p := newPlayer()
	told := posts(p, Opened{"#embed&s=dirty-and-processing&step=3"}, HostSays{`{"protocol":"informerscope/1","type":"set","set":{"lang":"zh"}}`})
	if len(told) != 4 || !strings.Contains(told[1], "正在处理") || !strings.Contains(told[0], `"title":"1.2 同一个 key，同时在两个集合里"`) || p.Lang() != "zh" {
		t.Errorf("set lang: told %q in %s", told, p.Lang())
	}
}

// What a cluster holds is nothing for the page around, whatever it asks; nor is it told where there is no picture.
func TestLiveModeTellsTheHostNothing(t *testing.T) {
	p := newPlayer()
	ping, seek, load := HostSays{`{"protocol":"informerscope/1","type":"ping"}`}, HostSays{`{"protocol":"informerscope/1","type":"seek","step":1}`}, HostSays{`{"protocol":"informerscope/1","type":"load","scenario":"first-light"}`}
	told := posts(p, Opened{"#p=live"}, ping, seek, load, Got{Run: 1, What: "info", Code: 200, Body: []byte(`{"server":"secret"}`)})
	for _, text := range told {
		if !strings.Contains(text, errHostLive.Error()) {
			t.Errorf("live mode told the host %s", text)
		}
	}
	if len(told) != 3 || p.Hash.Page != "live" {
		t.Errorf("live mode told the host %q, want three refusals, and stands at %s", told, p.Hash.Page)
	}
	if told := posts(p, Opened{"#p=course"}, ping, seek, HostSays{`{"protocol":"informerscope/1","type":"getState"}`}); len(told) != 3 {
		t.Errorf("without a picture the host is told %q", told)
	}
}

// Nothing is told before the host has asked, and messages that are not ours are not answered.
func TestOnlyWhoAsksIsTold(t *testing.T) {
	p := newPlayer()
	all := []Msg{Opened{"#embed&s=first-light"}, Next{}, Arrived{}, Next{}}
	for _, text := range []string{"", "null", "7", `"x"`, "[]", "{}", `{"protocol":1}`, `{"protocol":"other/1","type":"ping"}`, `{"protocol":`} {
		all = append(all, HostSays{text})
	}
	if told := posts(p, all...); told != nil {
		t.Errorf("told %q, and nobody has asked", told)
	}
	if told := posts(p, HostSays{`{"protocol":"informerscope/2","type":"ping"}`}); len(told) != 1 || !strings.Contains(told[0], `want \"informerscope/1\"`) {
		t.Errorf("another protocol is answered %q", told)
	}
	if told := posts(p, HostSays{strings.Repeat(" ", maxHostText+1)}); len(told) != 1 || !strings.Contains(told[0], "at most") {
		t.Errorf("a long message is answered %q", told)
	}
}

// Each parameter of a frame reads what it prints, and a value that it cannot have is named beside those that it can.
func TestParametersOfAFrame(t *testing.T) {
	for _, k := range frameKeys {
		values := k.values
		switch {
		case k.number != nil:
			values = []string{"0", "7"}
		case k.check != nil:
			values = []string{"2m30s"}
		case k.flag != nil && values == nil:
			values = []string{"0", "1"}
		}
		for _, v := range values {
			h, bad := Parse("#s=x&" + k.name + "=" + v)
			if again, _ := Parse(h.String()); len(bad) > 0 || again != h {
				t.Errorf("%s=%s: %v; %s reads as %+v, want %+v", k.name, v, bad, h.String(), again.Frame, h.Frame)
			}
			if said := k.say(h.Frame); v != "0" && !slices.Contains([]string{"full", "above", "auto"}, v) && said != v {
				t.Errorf("%s=%s is printed as %q", k.name, v, said)
			}
		}
		if h, bad := Parse("#s=x&" + k.name + "=nonsense"); len(bad) != 1 || bad[0].Want == "" || h.Frame != (Frame{}) {
			t.Errorf("%s=nonsense: %v, %+v", k.name, bad, h.Frame)
		}
	}
}

// Of a step and a moment the step says where to stand; a moment that the host sets comes after the step that is shown.
func TestAStepGoesBeforeAMoment(t *testing.T) {
	p := opened("#embed&s=backoff-ladder&t=2s")
	moment := p.Head.Step
	if moment < 2 {
		t.Fatalf("2s is step %d", moment)
	}
	for link, want := range map[string]int{"&t=2s&step=1": 1, "&step=0&t=2s": 0, "&t=2s&from=1": moment, "&step=1": 1} {
		if got := opened("#embed&s=backoff-ladder" + link).Head.Step; got != want {
			t.Errorf("%s stands at step %d, want %d", link, got, want)
		}
	}
	follow(p, Seek{1}, HostSays{`{"protocol":"informerscope/1","type":"set","set":{"theme":"dark"}}`})
	if p.Head.Step != 1 || p.Hash.Theme != "dark" {
		t.Errorf("a theme leads to step %d", p.Head.Step)
	}
	for set, want := range map[string]int{`"t":"2s"`: moment, `"t":"2s","step":"1"`: 1, `"t":""`: 1} {
		follow(p, Seek{1}, HostSays{`{"protocol":"informerscope/1","type":"set","set":{` + set + `}}`})
		if p.Head.Step != want {
			t.Errorf("set %s leads to step %d, want %d", set, p.Head.Step, want)
		}
	}
}

// A frame says how high it would like to be, to everybody once and to who has asked by the protocol; what it says depends
// on its width, and not on its height, so that a host which makes room for it is not told again.
func TestAFrameSaysHowHighItWouldLikeToBe(t *testing.T) {
	p := newPlayer()
	said := func(all ...Msg) (told []string) {
		for _, m := range all {
			for _, e := range p.Update(start, m) {
				if s, ok := e.(Size); ok {
					told = append(told, s.String())
				}
				if s, ok := e.(Post); ok && strings.Contains(s.Text, "resize") {
					told = append(told, s.Text)
				}
			}
		}
		return told
	}
	// What stands around the picture, in units of a 640th of the width, as page.css has it.
	room := func(w, h float64) Msg {
		u := max(1, min(w/640, h/360))
		return Resized{W: w, H: h, BoxW: w - 16*u, BoxH: h - 108*u}
	}
	if got := said(room(640, 300), Opened{"#embed&s=dirty-and-processing&step=3"}, room(640, 360), Next{}, Arrived{}); !slices.Equal(got, []string{"size 640x365"}) {
		t.Errorf("at 640 px it says %q, want once 640x365", got)
	}
	if got := said(room(1280, 360), room(1280, 500), room(1280, 720), room(1280, 2000)); !slices.Equal(got, []string{"size 1280x730"}) {
		t.Errorf("at 1280 px it says %q, want once 1280x730", got)
	}
	rounded := func(by float64) Msg { return Resized{W: 1280, H: 730, BoxW: 1248, BoxH: 514 + by} }
	if got := said(rounded(-1), rounded(1)); got != nil {
		t.Errorf("a pixel of rounding has it say %q", got)
	}
	if got := said(rounded(-2), rounded(0)); !slices.Equal(got, []string{"size 1280x732", "size 1280x730"}) {
		t.Errorf("two pixels less for the picture have it say %q, want 1280x732 and then 1280x730", got)
	}
	if got := said(room(320, 900)); len(got) != 1 || got[0] != "size 320x234" {
		t.Errorf("at 320 px it says %q, want 320x234", got)
	}
	ping := HostSays{`{"protocol":"informerscope/1","type":"ping","id":0}`}
	if got := said(ping, ping, room(640, 360)); len(got) != 3 || !strings.Contains(got[0], `"type":"resize","height":234}`) || got[1] != "size 640x365" || !strings.Contains(got[2], `"height":365}`) {
		t.Errorf("to who asks it says %q", got)
	}
	p = newPlayer()
	if got := said(Opened{"#s=dirty-and-processing&step=3"}, room(640, 360), ping); got != nil {
		t.Errorf("a page that scrolls says %q", got)
	}
}
