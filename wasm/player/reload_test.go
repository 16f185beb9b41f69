package player

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Whatever a reader does, the link shows it to whoever opens it: picture, scrubber, headline, place.
func TestTheLinkShowsWhatIsShown(t *testing.T) {
	starts := []string{"#s=dirty-and-processing&predict=0", "#s=half-replaced&compare=all&predict=0", "#s=pipeline-under-load&predict=0", "#s=inside-the-heap&predict=0",
		"#p=play", "#p=play&s=lost-lease&step=3", "#p=play&ex=two-hold-a", "#p=play&set=workers:3,limiter:bucket"}
	does := []string{"next", "next", "next", "back", "seek 2", "seek 5", "end last", "end", "part", "unpart", "arrived", "speed 2", "whatif", "do Add a", "do Add b", "do W1 Get", "do W2 Get", "do W1 fail", "do Done a",
		"do AddAfter b 5s", "do create p1 n1", "do update p1", "do delete p1", "do partition", "do heal", "do auto on", "do set failure 0.5", "undo", "redo", "branch 0", "branch 1", "drop", "plan store", "plan", "tree",
		"engine classic", "engine ordered", "engine", "theme", "lang zh", "lang en", "click key:a", "pick b", "title queue", "key 2", "key Escape", "fold code", "fold metrics", "present", "resize 390x844", "resize 1280x800"}
	for i := range 24 {
		dice := rand.New(rand.NewPCG(5, uint64(i)))
		p := newPlayer()
		p.Update(start, Opened{starts[i%len(starts)]})
		script := []string{"open " + starts[i%len(starts)]}
		for range 12 {
			line := does[dice.IntN(len(does))]
			script = append(script, line)
			word, args, _ := strings.Cut(line, " ")
			p.Update(start, messages[word](args))
			if !p.Hash.Stage() {
				break
			}
			q := newPlayer()
			q.Update(start, Resized{W: p.Window.W, H: p.Window.H, BoxW: p.Window.BoxW, BoxH: p.Window.BoxH})
			q.Update(start, Opened{p.Hash.String()})
			p.Update(start, Arrived{})
			if p.Tools.Rest != nil {
				continue // a remark on what was just pressed
			}
			a, b := seenOf(p), seenOf(q)
			for k := range a {
				if a[k] != b[k] {
					t.Errorf("%s\n%s\n is %.300s\nwas %.300s", strings.Join(script, "\n"), p.Hash, b[k], a[k])
					break
				}
			}
			if t.Failed() {
				return
			}
		}
	}
}

func seenOf(p *Player) []string {
	first, last, at := p.Span()
	kick, rest, line := p.Headline()
	pic, _ := p.Picture()
	shapes := make([]string, len(pic.Shapes))
	for i, s := range pic.Shapes {
		shapes[i] = fmt.Sprintf("%+v", s)
	}
	slices.Sort(shapes)
	bio, _ := p.Scrubber(600)
	knobs := ""
	if p.Hash.Page == "play" {
		if knobs = fmt.Sprint(p.Knobs()); p.Head.Base != nil {
			knobs += p.LessonLink()
		}
	}
	return []string{fmt.Sprint(p.Hash.Page, first, last, at), p.Hash.String(), p.Title(), p.About(), kick, rest, line, p.Focus(), strings.Join(shapes, "\n"), fmt.Sprint(bio), knobs, p.Lang(), p.chosen(), fmt.Sprint(p.Layout(), p.Stacked())}
}
