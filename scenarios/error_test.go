package scenarios

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/informerscope/informerscope/core/golden"
)

const (
	queueHead    = "id: x\nworkers: W1 W2\n\n"
	informerHead = "id: x\nengines: atomic\nworkers: W1\nhandlers: h1\nindexes: byNode=.spec.nodeName\n\n"
)

// told is what the writer of a file is told first; "" is nothing.
func told(text string) string {
	l, err := Parse("x.iq", text)
	if err != nil {
		return err.Error()
	}
	for _, engine := range l.Engines {
		r, err := l.Run(engine)
		if err != nil {
			return err.Error()
		}
		for _, f := range r.Failures {
			return strings.ReplaceAll(f.String(), "\n\t", "; ") + "; try: " + f.Advice()
		}
	}
	return ""
}

// next are the words that say what to do.
var next = regexp.MustCompile(`\bwant |did you mean|is written|stands? (behind|below|above) |begins with|ends with|turned off by|has a line of its own|leave|comes? first|before one|let less|take it out|make them|first$|Get returns|try: (write|leave|widen|name|put|change)`)

func TestErrorsSayWhatToDoNext(t *testing.T) {
	const file = "testdata/errors.txt"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	intro, cases, _ := strings.Cut(string(data), "\n\n")
	out.WriteString(intro + "\n\n")
	for line := range strings.Lines(cases) {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		out.WriteString(line)
		text := strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "⏎", "\n")
		for short, head := range map[string]string{"Q ": queueHead, "I ": informerHead} {
			if rest, ok := strings.CutPrefix(text, short); ok {
				text = head + rest + "\n"
			}
		}
		said := told(strings.TrimSpace(text))
		out.WriteString("\t" + said + "\n")
		if !strings.HasPrefix(said, "x.iq:") || !next.MatchString(said) {
			t.Errorf("of %q a stranger is told %q: want file, line and what to do next", text, said)
		}
		if strings.Contains(said, "strconv") || strings.Contains(said, "sim: ") || strings.Contains(said, ": :") || strings.Contains(said, " :") {
			t.Errorf("of %q a stranger is told %q: want words for people", text, said)
		}
	}
	golden.Holds(t, file, out.String())
}

func TestAnErrorIsBoundedAndKnowsItsPlace(t *testing.T) {
	long := strings.Repeat("键", MaxName)
	for _, text := range []string{queueHead + "Add " + strings.Repeat("a ", 40_000), queueHead + strings.Repeat("b", 90_000), "id: " + strings.Repeat("x y", 30_000),
		queueHead + "W1 Get => " + strings.Repeat("c", 50_000), strings.Repeat(long, 20)} {
		_, err := Parse("x.iq", text)
		var at *Error
		if !errors.As(err, &at) || at.File != "x.iq" || at.Line == 0 || !strings.HasSuffix(err.Error(), at.Text) {
			t.Fatalf("Parse gives %v (%T), want an *Error with its place", err, err)
		}
		if n := utf8.RuneCountInString(err.Error()); n > maxError+40 {
			t.Errorf("an error has %d characters", n)
		}
	}
}
