package player

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"

	"github.com/informerscope/informerscope/core/sim"
)

// playPage is the page of a playground that has been played, at its newest step.
func playPage(t *testing.T, lang, engine, commands string) *Player {
	t.Helper()
	p := pageOf(Hash{Page: "play", Lang: lang}, played(t, engine, "", commands))
	p.Head.follow(p.Head.Session.Branch().Last())
	return p
}

// What tell says of a step is the headline of a playground; more of its sentences are tested there.
func TestAStepOfThePlaygroundIsToldInSentences(t *testing.T) {
	for _, c := range []struct{ commands, en, zh string }{
		{"Done a", "**Done of a changes nothing.** No worker was on it.", ""},
		{"Add a; Done a", "**Done of a without Get: it is in the queue twice.** Two workers can now be on it at once.", ""},
		{"create default/p1", "**The API server stores p1@2.** The informer does not know yet.", ""},
		{"create default/p1; step; step; step", "**p1@2 is in the store.** Listers read it from there. A notification about p1 waits for the handler.", ""},
		{"create default/p1; step; step; step; step; step", "The handler hears of p1. **p1 goes to the back of the queue.** A pass is owed: it is dirty.", ""},
		{"Add a; W1 Get; W1 ok", "**a is out of both sets.** The pass is over, and nothing is owed.", ""},
		{"partition", "**The connection to the API server is cut.** Nothing arrives, and nobody is told.", ""},
	} {
		for lang, want := range map[string]string{"en": c.en, "zh": c.zh} {
			p := playPage(t, lang, "", c.commands)
			if got := (play{story{bare{p}}}).line(); want != "" && got != want {
				t.Errorf("%s, after %q: %q, want %q", lang, c.commands, got, want)
			}
		}
	}
}

// Whatever is done, on every engine, the headline is sentences: nothing of a template is left
// open, and nothing of the notation of states is in it.
func TestEveryStepOfThePlaygroundHasASentence(t *testing.T) {
	verbs := []string{"Add a", "Add b", "W1 Get", "W2 Get", "W1 fail", "W1 ok", "W2 Done", "AddAfter a 5s", "AddAfter a 1s", "AddRateLimited b", "Forget a", "Done a",
		"create p1 n1", "update p1", "delete p1", "create p2", "bookmark", "close", "error(410)", "partition", "heal", "error(429)", "compact", "rv 40", "resync", "add-handler h2", "auto on", "step", "step", "step", "step", "ShutDown"}
	for _, engine := range sim.Engines() {
		dice := rand.New(rand.NewPCG(7, uint64(len(engine))))
		p := playPage(t, "en", engine, "")
		s := p.Head.Session
		for range 250 {
			l, err := sim.ParseLine(verbs[dice.IntN(len(verbs)-dice.IntN(2))])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Do(s.Branch().Last(), l); err != nil {
				continue // it makes no sense here
			}
			p.Head.follow(s.Branch().Last())
			for _, p.Hash.Lang = range []string{"en", "zh"} {
				line := (play{story{bare{p}}}).line()
				if strings.Count(line, "**") != 2 || strings.ContainsAny(line, "{}") || strings.Contains(line, "=[") {
					t.Fatalf("%s, %s, step %d %q: %q is no headline", engine, p.Hash.Lang, p.Head.Step, p.Head.Line.Step(p.Head.Step).Label, line)
				}
				if !strings.HasSuffix(plain(line), map[string]string{"en": ".", "zh": "。"}[p.Hash.Lang]) {
					t.Fatalf("%s, %s, step %d: %q does not end as a sentence does", engine, p.Hash.Lang, p.Head.Step, line)
				}
				if heard := p.Heard(); !strings.HasSuffix(heard, plain(line)) {
					t.Fatalf("step %d is heard as %q, want its headline %q", p.Head.Step, heard, line)
				}
			}
		}
	}
}

// What an author said about an earlier step is not said again: it may no longer hold.
func TestAStepWithoutABeatIsToldByWhatItDid(t *testing.T) {
	for _, l := range scenarios.List() {
		player, err := NewLesson(l, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range []string{"en", "zh"} {
			p := pageOf(Hash{Page: "lesson", Lesson: l.ID, Lang: lang}, player)
			for n, st := range player.Run.Steps {
				player.Seek(n)
				switch said := p.tale(); {
				case st.Beat != "" && said != l.Said(lang, st.Beat, p.Head.Run.Engine):
					t.Errorf("%s, step %d, %s: said %q, want the beat %s", l.ID, n, lang, said, st.Beat)
				case st.Beat == "" && n > 0 && (said == p.Teller().Beat(p.Here()) || len(said) < 5):
					t.Errorf("%s, step %d, %s: said %q, want what the step did", l.ID, n, lang, said)
				case st.Beat == "" && n > 0:
					marks := strings.Count(said, "**")
					if marks != 2 {
						t.Errorf("%s, step %d, %s: %q has no focal point", l.ID, n, lang, said)
					}
				}
			}
		}
	}
}
