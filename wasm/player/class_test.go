package player

import (
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/server/room"
)

// inRoom is a player with its place in a room.
type inRoom struct {
	*Player
	id   room.ID
	seen int // the version of its view
	pack func(Pack) Msg
}

// classroom is a room with a presenter, the first, and followers, all without a network between them.
type classroom struct {
	t      *testing.T
	room   *room.Room
	people []*inRoom
	now    time.Time
}

func (c *classroom) enter(lead bool, link string) *inRoom {
	c.t.Helper()
	kept := map[string]string{classCode: "ABC234"}
	if lead {
		kept[classLead] = "the-secret"
	}
	p := &inRoom{Player: playerIn(func(name string) string { return kept[name] })}
	c.people = append(c.people, p)
	c.says(p, Opened{link})
	c.says(p, ClassOpened{p.Class.run})
	c.tell()
	return p
}

// says gives a player a message and the room what comes of it.
func (c *classroom) says(p *inRoom, m Msg) {
	c.t.Helper()
	c.now = c.now.Add(time.Second)
	for _, e := range p.Update(c.now, m) {
		switch e := e.(type) {
		case Visit: // as the shell does
			c.says(p, Opened(e))
		case Pack:
			if p.pack != nil {
				c.says(p, p.pack(e))
			}
		case Send:
			var err error
			from := netip.MustParseAddr("192.0.2.1")
			if p.id == 0 {
				if err = c.room.Knock(from, c.now); err == nil {
					p.id, _, err = c.room.Join([]byte(e.Text), from, c.now)
				}
			} else {
				err = c.room.Take(p.id, []byte(e.Text), c.now)
			}
			if err != nil {
				c.t.Fatalf("the room does not take %s: %v", e.Text, err)
			}
		}
	}
}

// tell tells everybody what is new.
func (c *classroom) tell() {
	c.t.Helper()
	for _, p := range c.people {
		if frame, version := c.room.Frame(p.id); version != p.seen {
			p.seen = version
			c.says(p, ClassFrame{p.Class.run, frame})
		}
	}
}

// Whatever a presenter does, those who follow are where they are, and nothing is said that the room does not take. Who looks around
// is left alone, and returns at once.
func TestFollowersAreWhereThePresenterIs(t *testing.T) {
	lessons := scenarios.List()
	compared, voted, apart := 0, 0, 0
	for seed := range uint64(12) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		c := &classroom{t: t, room: room.New("ABC234", "the-secret"), now: start}
		link := func() string { return "#s=" + lessons[rnd.IntN(len(lessons))].ID }
		p := c.enter(true, link()+"&theme=dark&lang=en")
		f := c.enter(false, "#lang=zh&theme=hc")
		g := c.enter(false, "#p=course")
		for i := range 120 {
			var m Msg
			switch k := rnd.IntN(20); {
			case k < 8:
				m = Next{}
			case k < 10:
				m = Back{}
			case k == 10:
				m = Seek{rnd.IntN(12)}
			case k == 11:
				m = Opened{link()}
			case k == 12:
				m = Explain{"queue"}
			case k == 13:
				m = OnPart{}
			case k == 14:
				m = WhatIf{}
			case k == 15:
				m = Opened{"#p=course"}
			case k == 16:
				m = Reveal{}
			case k == 17:
				m = NextTheme{}
			case k == 18:
				m = Key{Name: "1"}
			default:
				m = Toggle{}
			}
			c.says(p, m)
			c.tell()
			if at := p.moment(); at != "" && len(at) <= maxMoment {
				for _, q := range []*inRoom{f, g} {
					if q.Class.Follows && q.place() != p.place() {
						t.Fatalf("seed %d, message %d %T: the presenter is at %s, a follower at %s", seed, i, m, p.place(), q.place())
					}
				}
				compared++
				if !g.Class.Follows && g.place() != p.place() {
					apart++
				}
				if !f.Class.Follows {
					t.Fatalf("seed %d, message %d %T: a follower stopped to follow by itself", seed, i, m)
				}
				if open := p.Ask.Open && p.Gate() != nil; f.Voting() != open {
					t.Fatalf("seed %d, message %d %T: the presenter asks %v, a follower votes %v", seed, i, m, open, f.Voting())
				}
			}
			if f.Hash.Lang != "zh" || f.Hash.Theme != "hc" {
				t.Fatalf("seed %d: a follower reads in %q and %q, want what they chose", seed, f.Hash.Lang, f.Hash.Theme)
			}
			switch rnd.IntN(6) {
			case 0, 5:
				if f.Voting() {
					voted++
					c.says(f, Answer{rnd.IntN(len(f.Gate().Order()))})
				}
			case 1:
				c.says(f, Lost{})
			case 2:
				c.says(g, Next{})
			case 3:
				c.says(g, Return{})
				if at := p.moment(); at != "" && g.place() != p.place() && len(at) <= maxMoment {
					t.Fatalf("seed %d: who returns is at %s, the presenter at %s", seed, g.place(), p.place())
				}
			}
			c.tell()
		}
	}
	if compared < 500 || voted < 10 || apart < 50 {
		t.Errorf("%d moments were compared, %d votes given, and %d times somebody was elsewhere: too few to mean anything", compared, voted, apart)
	}
}

// The scenario that a presenter opens comes to the class in a link, packed once, if it is short; of a longer one, and of a
// trace, they are told that nobody sees it.
func TestAFileOfThePresentersComesToTheClassIfItIsShort(t *testing.T) {
	for _, row := range []struct {
		name, text, packed string
		seen               bool
	}{
		{"short.iq", "id: mine\n\nAdd a\n", "cGFja2Vk", true},
		{"long.iq", "id: mine\n\nAdd a\n", strings.Repeat("x", maxMoment+1), false},
	} {
		c := &classroom{t: t, room: room.New("ABC234", "the-secret"), now: start}
		lead := c.enter(true, "#s=dirty-and-processing&step=1")
		follower := c.enter(false, "#p=home")
		f, err := ReadFile(row.name, row.text, nil)
		if err != nil {
			t.Fatal(err)
		}
		packs := 0
		for _, m := range []Msg{FileRead{lead.reading, row.name, f, nil}, Next{}, Back{}} {
			lead.pack = func(e Pack) Msg {
				packs++
				if e.Text != row.text {
					t.Errorf("%s: %q is packed", row.name, e.Text)
				}
				return Packed{N: e.N, Text: row.packed}
			}
			c.says(lead, m)
		}
		if packs != 1 || lead.Unshared() == row.seen {
			t.Errorf("%s: packed %d times, unshared %v", row.name, packs, lead.Unshared())
		}
		c.tell()
		if got := follower.Class.View.Link; strings.Contains(got, "iq="+row.packed) != row.seen || strings.Contains(got, "src=file") {
			t.Errorf("%s: the class is shown %.80s", row.name, got)
		}
		if !row.seen && lead.ClassLine() != lead.T("class.unshared") {
			t.Errorf("%s: the presenter is told %q", row.name, lead.ClassLine())
		}
	}
}

// By an address that is this machine's own there is nothing for phones to read.
func TestAQRCodeIsOfAnAddressThatPhonesReach(t *testing.T) {
	p := &Player{Class: &Class{Code: "ABC234"}}
	for base, want := range map[string]bool{"http://10.0.0.5:8350/": true, "https://scope.example.com/lessons/": true, "http://[2001:db8::1]:8350/": true,
		"http://127.0.0.1:8350/": false, "http://localhost:8350/": false, "http://[::1]:8350/": false} {
		p.env.Base = base
		if got := p.ClassQR(); (got != "") != want {
			t.Errorf("at %s: %q", base, got)
		}
	}
}
