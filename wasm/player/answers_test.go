package player

import (
	"regexp"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/text"
)

// shown are answers whose words stand in the picture for another reason: the state that is asked about, a
// rung that was met, or what a region is called.
var shown = []string{"one-hot-key/who", "backoff-ladder/after-forget", "slow-handler/lister", "lost-lease/next", "the-bypass/next", "everyone-waits/first",
	"done-without-get/set", "transform-drops/finds", "too-large/bound", "pipeline-under-load/which", "add-does-not-cancel/nine", "resync-periods/when", "warm-standby/version"}

// While a question is asked, neither the picture nor the sentence beside it says the right answer.
func TestNothingBesideAQuestionGivesItsAnswer(t *testing.T) {
	unit := regexp.MustCompile(`(\d) (ms|s|m)\b`)
	bare := func(s string) string {
		s = strings.Map(func(r rune) rune {
			if strings.ContainsRune(",:;.`。，：；", r) {
				return ' '
			}
			return r
		}, text.Plain(s))
		for range 2 {
			s = unit.ReplaceAllString(s, "$1$2")
		}
		return " " + strings.Join(strings.Fields(s), " ") + " "
	}
	waits := regexp.MustCompile(` (\d+m)?\d+(ms|s) `)
	p := newPlayer()
	for _, l := range scenarios.List() {
		for _, q := range questions(l) {
			name := l.ID + "/" + q.Gate.ID
			pic, ok := p.Still(l, q.Step-1)
			if !ok {
				t.Fatalf("%s has no picture", name)
			}
			said := bare(l.Text("en", l.Items[q.Step-1].Beat))
			for _, s := range pic.Shapes {
				line := ""
				for _, r := range s.Runs {
					line += r.Text
				}
				said += "|" + bare(line)
			}
			answers := append(waits.FindAllString(strings.ReplaceAll(bare(q.Gate.Options[0]), " ", "  "), -1), bare(q.Gate.Options[0]))
			gives := ""
			for _, a := range answers {
				if strings.Contains(said, a) {
					gives = a
				}
			}
			if listed := strings.Contains(" "+strings.Join(shown, " ")+" ", " "+name+" "); gives != "" && !listed {
				t.Errorf("%s: beside the question stands%sin %q", name, gives, said)
			}
		}
	}
}

// A small frame asks where its author wants it, and keeps that in its links; else it goes on.
func TestASmallFrameAsksWhenItIsTold(t *testing.T) {
	for predict, asks := range map[string]bool{"": false, "&predict=0": false, "&predict=1": true} {
		p := New(Env{})
		p.Update(noon, Resized{W: 640, H: 360, BoxW: 640, BoxH: 240})
		p.Update(noon, Opened{"#embed&s=three-adds-one-job&step=2" + predict})
		p.Update(noon, Next{})
		if p.Ask.Open != asks || (p.Head.Step == 2) != asks {
			t.Errorf("%q: it asks: %v, at step %d; want %v", predict, p.Ask.Open, p.Head.Step, asks)
		}
		if got := strings.Contains(p.link(), "predict=1"); got != asks {
			t.Errorf("%q: the link is %s", predict, p.link())
		}
	}
}
