package film_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/text"
)

// What stands around the pictures of a sheet or a reel is said of the run that they are of: each step has its
// number, its name in the reader's language, and what the lesson says of that engine then, and of no other.
func TestWhatStandsBesideAPictureIsSaidOfItsRun(t *testing.T) {
	apart := 0
	for _, l := range scenarios.List() {
		newest := l.Engines[len(l.Engines)-1:]
		for _, engine := range engines(l) {
			f, err := film.Record(l, engine)
			if err != nil {
				t.Fatal(err)
			}
			for _, lang := range scenarios.Languages {
				holds := func(what string, n int, drawn, beat string) {
					t.Helper()
					name := []rune(squeezed(strconv.Itoa(n) + scenarios.Label(lang, f.Run.Steps[n].Label)))
					if begins := string(name[:min(len(name), 6)]); !strings.Contains(drawn, begins) { // a long one is cut
						t.Errorf("%s on %s, %s: the %s has no step that begins with %s", l.ID, engine, lang, what, begins)
					}
					for _, of := range append([]string{""}, l.Engines...) {
						said, other := l.Said(lang, beat, engine), l.Said(lang, beat, of)
						if beat == "" || of != engine && other == said {
							continue
						}
						if of != engine {
							apart++
						}
						if has := strings.Contains(drawn, squeezed(film.Plain(other))); has != (of == engine) {
							t.Errorf("%s on %s, %s, step %d: the %s says what is said of %q, %q: %v", l.ID, engine, lang, n, what, of, other, has)
						}
					}
				}
				look := film.Look{Lang: lang, Layout: "phone"}
				sheet := words(f.Sheet(look, 0))
				for _, n := range f.Panels() {
					holds("sheet", n, sheet, f.Run.Steps[n].Beat)
				}
				if len(engines(l)) == 1 || !slices.Contains(newest, engine) {
					continue
				}
				beat := ""
				reel := f.Reel(0, f.Last(), look)
				reel.Cut = true
				for n := 0; ; n++ {
					p, _, ok := reel.Next()
					if !ok {
						break
					}
					if b := f.Run.Steps[n].Beat; b != "" {
						beat = b
					}
					holds("reel", n, words(p), beat)
				}
			}
		}
	}
	if apart == 0 {
		t.Error("no lesson says of an engine what it does not say of another")
	}
}

// A sheet says that its lesson is verified where core/conformance has run it as it stands, on this engine: not of a
// reader's own that goes by the same name and was changed, in whatever it does or expects. Words alone may be.
func TestASheetIsVerifiedWhereItsLessonIs(t *testing.T) {
	look, proofs, without := film.Look{Layout: "phone"}, 0, 0
	claims := func(l *scenarios.Lesson, engine string) bool {
		t.Helper()
		f, _ := film.Record(l, engine) // what does not hold any more is drawn all the same
		if f == nil {
			t.Fatalf("%s does not run on %s", l.ID, engine)
		}
		return strings.Contains(words(f.Sheet(look, 0)), squeezed(text.For("").Text("page.verified", "version", ""))) // whatever is named
	}
	for i, l := range scenarios.List() {
		for _, engine := range engines(l) {
			_, ok := l.Verified(engine)
			if got := claims(l, engine); got != ok {
				t.Errorf("%s on %s: the sheet says that it is verified: %v, and it is: %v", l.ID, engine, got, ok)
			}
			if ok {
				proofs++
			} else {
				without++
			}
		}
		if i%6 != 0 {
			continue
		}
		own, err := os.ReadFile("../../" + l.File)
		if err != nil {
			t.Fatal(err)
		}
		engine := l.Engines[len(l.Engines)-1]
		_, ok := l.Verified(engine)
		for change, verified := range map[string]bool{"": ok, "\n# a remark\n": ok, "\nAdd mine\n": false, "\nForget mine\n----\nq=[]\n": false} {
			mine, err := scenarios.Parse("mine.iq", string(own)+change)
			if err != nil {
				t.Fatal(err)
			}
			if got := claims(mine, engine); got != verified {
				t.Errorf("%s with %q: the sheet says that it is verified: %v, want %v", l.ID, change, got, verified)
			}
		}
	}
	if proofs < 50 {
		t.Errorf("only %d are verified, %d are not", proofs, without)
	}
}

// A step of a film stays for as long as it takes to read what its lesson says of it and of that engine; what was said of
// an earlier step has been read.
func TestAStepStaysForWhatIsNewInIt(t *testing.T) {
	silent := 0
	for _, l := range scenarios.List() {
		for _, engine := range engines(l) {
			f, err := film.Record(l, engine)
			if err != nil {
				t.Fatal(err)
			}
			for _, lang := range scenarios.Languages {
				for n, it := range l.Items {
					want := 700 * time.Millisecond
					if it.Beat != "" {
						want = time.Second + time.Duration(len(l.Said(lang, it.Beat, engine)))*30*time.Millisecond
					} else {
						silent++
					}
					if got := f.Dwell(n, lang); got != want {
						t.Errorf("%s on %s, %s, step %d stays %v, want %v", l.ID, engine, lang, n, got, want)
					}
				}
			}
		}
	}
	if silent == 0 {
		t.Error("every step of every lesson has words of its own: want one without")
	}
}

// engines are the newest of a lesson, or all of them where it does not say the same of each.
func engines(l *scenarios.Lesson) []string {
	for _, it := range l.Items {
		for _, engine := range l.Engines {
			if l.Said("en", it.Beat, engine) != l.Said("en", it.Beat, "") {
				return l.Engines
			}
		}
	}
	return l.Engines[len(l.Engines)-1:]
}

// words are those of a picture, with nothing between them, since lines break where they have to.
func words(p film.Picture) string {
	var b strings.Builder
	for _, s := range p.Shapes {
		if s.Kind == draw.Words {
			for _, r := range s.Runs {
				b.WriteString(r.Text)
			}
		}
	}
	return squeezed(b.String())
}

func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }
