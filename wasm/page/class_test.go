package page

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/golden"
	"github.com/informerscope/informerscope/wasm/player"
)

// classAt is a page in a class, with what the server told it.
func classAt(width float64, lead bool, link string, views ...string) *Page {
	kept := map[string]string{"informerscope.class": "ABC234"}
	if lead {
		kept["informerscope.lead"] = "the-secret"
	}
	p := &Page{Player: player.New(player.Env{Text: words, Base: "https://example.org/", Kept: func(name string) string { return kept[name] }})}
	messages := []player.Msg{player.Preferred{Prefs: player.Prefs{Lang: "en"}}, player.Resized{W: width, H: 1000, BoxW: width - 350, BoxH: 600}, player.Opened{Hash: link}, player.Started{}, player.ClassOpened{Run: 1}}
	for _, v := range views {
		messages = append(messages, player.ClassFrame{Run: 1, Frame: []byte(`{"v":1,"led":true,` + v + `}`)})
	}
	now := time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)
	for _, m := range messages {
		p.Update(now, m)
		now = now.Add(time.Second)
	}
	return p
}

// What a class adds to a page, and what each of its controls says.
func TestAPageInAClassStandsAsWritten(t *testing.T) {
	const step = `"at":3,"link":"p=lesson&s=dirty-and-processing&step=2"`
	const question = step + `,"question":1,"options":4`
	var out strings.Builder
	for _, c := range []struct {
		name  string
		lead  bool
		views []string
		then  []player.Msg
	}{
		{"joining", false, nil, nil},
		{"waiting", false, []string{`"at":0,"link":""`}, nil},
		{"following", false, []string{step}, nil},
		{"lost", false, []string{step}, []player.Msg{player.Lost{}}},
		{"looking around", false, []string{step}, []player.Msg{player.Next{}, player.Next{}}},
		{"asked", false, []string{question}, nil},
		{"voted", false, []string{question}, []player.Msg{player.Answer{Option: 1}}},
		{"revealed", false, []string{question, question + `,"revealed":true,"votes":[3,1,0,0]`}, nil},
		{"away", false, []string{step}, []player.Msg{player.ClassClosed{Run: 1, Reason: "broken"}}},
		{"over", false, nil, []player.Msg{player.ClassClosed{Run: 1, Reason: "WrongCode"}}},
		{"presents", true, []string{step + `,"followers":12,"lost":3,"before":1`}, nil},
		{"asks", true, []string{question + `,"followers":12,"votes":[3,1,0,0]`}, nil},
		{"shows the votes", true, []string{question + `,"followers":12,"votes":[3,1,0,0],"revealed":true`}, nil},
		{"the code", true, []string{step + `,"followers":12`}, []player.Msg{player.ClassCode{}}},
		{"taken", true, []string{step}, []player.Msg{player.ClassClosed{Run: 1, Reason: "Taken"}}},
		{"left", false, []string{step}, []player.Msg{player.LeaveClass{}}},
	} {
		link := "#"
		if c.lead {
			link = "#p=lesson&s=dirty-and-processing&step=2"
		}
		shown := func() *Page {
			p := classAt(1400, c.lead, link, c.views...)
			for _, m := range c.then {
				p.Update(time.Date(2026, 11, 28, 10, 1, 0, 0, time.UTC), m)
			}
			return p
		}
		fmt.Fprintf(&out, "# %s\n", c.name)
		o := outline{written: map[string]bool{}}
		p := shown()
		for _, el := range elementsOf(p.classBar()) {
			o.write("", el)
		}
		if p.Ask.Open {
			for _, el := range elementsOf(p.question()) {
				o.write("", el)
			}
		}
		for _, el := range elementsOf(p.classCode()) {
			o.write("", el)
		}
		fmt.Fprintln(&out, strings.Join(o.lines, "\n"))
		for _, line := range controlsOf(shown()) {
			if strings.Contains(line, "class-") || p.Ask.Open && strings.Contains(line, "Answer") {
				fmt.Fprintln(&out, line)
			}
		}
		fmt.Fprintln(&out)
	}
	golden.Holds(t, "testdata/class.txt", out.String())
}
