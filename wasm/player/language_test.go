package player

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/text"
)

// What stands on the page is in the language that is chosen now: after every message of every script it is
// the same whether the language was turned to just then or was so from the beginning.
func TestTheReaderMayTurnToAnotherLanguageAtAnyTime(t *testing.T) {
	inLink := regexp.MustCompile(`&lang=\w+`)
	for _, file := range must(filepath.Glob("testdata/*.txt")) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			turning, now := newPlayer(), start
			always := map[string]*Player{"en": newPlayer(), "zh": newPlayer()}
			always["zh"].Prefs.Lang = "zh"
			for line := range strings.Lines(string(must(os.ReadFile(file)))) {
				word, args, _ := strings.Cut(strings.TrimRight(line, "\n"), " ")
				if word == "wait" {
					now = now.Add(must(time.ParseDuration(args)))
				}
				if messages[word] == nil || word == "lang" {
					continue
				}
				args = inLink.ReplaceAllString(args, "")
				for lang, p := range always {
					p.Update(now, messages[word](args))
					p.Prefs.Lang = lang // whatever the message says the reader's system prefers
				}
				turning.Update(now, messages[word](args))
				for _, lang := range []string{"zh", "en"} {
					turning.Update(now, Language{lang})
					if turning.Hash.Page == "edit" && !turning.Edit.shown {
						continue // the picture is still that of the text before, in whatever language that began
					}
					was, is := readable(always[lang]), readable(turning)
					for i := range max(len(was), len(is)) {
						if i >= len(was) || i >= len(is) || was[i] != is[i] {
							t.Fatalf("after %s, %s: turned to it, the reader has %.300q, from the beginning %.300q", strings.TrimSpace(line), lang, is[min(i, len(is)):], was[min(i, len(was)):])
						}
					}
					for _, said := range is {
						if lang == "zh" && foreign(said) && (turning.Hash.Page != "edit" || turning.Hash.Lesson != "") { // what somebody types speaks one language
							t.Errorf("after %s a Chinese reader has %q", strings.TrimSpace(line), said)
						}
					}
				}
				turning.Hash.Lang = ""
			}
		})
	}
}

// readable is all that is told and drawn.
func readable(p *Player) []string {
	kick, rest, line := p.Headline()
	all := []string{kick, rest, line, p.Notice(), p.Heard(), p.Title(), p.About(), p.Card, p.Tell(p.Share.Said), p.Tell(p.Share.File), p.Tell(p.Tools.Form.Said),
		p.KeyLabel(p.Present.Key), p.T(p.Present.Does)}
	if p.Hash.Page == "play" && p.Head != nil {
		all = append(all, p.Tell(p.Tools.Rest), p.Achieved(), p.Misread())
	}
	if p.Live != nil {
		all = append(all, p.Live.Where())
	}
	if c, ok := p.Controls(); ok {
		all = append(all, c.Play, c.Under, c.Long)
	}
	picture, _ := p.Picture()
	scrubber, _ := p.Scrubber(600)
	for _, shapes := range [][]draw.Shape{picture.Shapes, scrubber} {
		for _, s := range shapes {
			for _, run := range s.Runs {
				all = append(all, run.Text)
			}
		}
	}
	return all
}

// foreign reports whether a text is a sentence without a Chinese character. What the server says is quoted.
func foreign(said string) bool {
	if strings.HasSuffix(said, "is forbidden") {
		return false
	}
	if strings.ContainsFunc(said, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return false
	}
	return regexp.MustCompile(`[a-z]+ [a-z]+ [a-z]+`).MatchString(text.Plain(said))
}
