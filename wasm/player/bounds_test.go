package player

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Of the digits those answer that stand before an option, and nothing does once a question is answered.
func TestKeysAnswerWhatThereIs(t *testing.T) {
	p := opened("#p=quiz&of=class-queue")
	q, ok := p.Asked()
	if !ok {
		t.Fatal("the quiz asks nothing")
	}
	order := p.Quiz.Order(q)
	for _, k := range []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "/", ":", "a", "12", "Enter"} {
		var want Msg
		if n, err := strconv.Atoi(k); err == nil && n >= 1 && n <= len(order) {
			want = Answer{order[n-1]}
		}
		if got := p.quizKey(k); got != want {
			t.Errorf("of %d options %s is %v, want %v", len(order), k, got, want)
		}
	}
	p.Update(noon, Answer{order[0]})
	for k, want := range map[string]Msg{"1": nil, "2": nil, "Enter": QuizNext{}, "ArrowRight": QuizNext{}} {
		if got := p.quizKey(k); got != want {
			t.Errorf("after the answer %s is %v, want %v", k, got, want)
		}
	}
}

// How large a file may be depends on what it is by its name: at the bound it is read, beyond it is not.
func TestAFileIsBoundedByWhatItIs(t *testing.T) {
	for name, most := range map[string]int{"a.iq": maxScript, "a.txt": maxScript, "a.jsonl": maxTrace, "a.json": maxTrace, "iq": maxTrace} {
		for size, want := range map[int]bool{most: true, most + 1: false} {
			p := opened("#")
			effects := p.Update(noon, FileChosen{name, size})
			read := slices.ContainsFunc(effects, func(e Effect) bool { _, ok := e.(Read); return ok })
			if read != want || (p.Notice() == "") != want {
				t.Errorf("%s of %d bytes is read: %v, the notice is %q; want %v", name, size, read, p.Notice(), want)
			}
		}
	}
}

// Engines side by side stop at the part of the step that the reader is at: before its first pop none is
// shown.
func TestEnginesSideBySideStopAtThePart(t *testing.T) {
	p := opened("#s=half-replaced&step=4&compare=classic,ordered&predict=0")
	popped := func() (n int) {
		pic, _ := p.Picture()
		for _, s := range pic.Shapes {
			for _, r := range s.Runs {
				n += strings.Count(r.Text, "pop 1")
			}
		}
		return n
	}
	whole := popped()
	p.Head.SeekPart(1)
	if first := popped(); whole != 2 || first != 0 {
		t.Errorf("pops stand beside %d engines in the first part and %d at the end, want 0 and 2", first, whole)
	}
}

// A lesson that a link fetches is one for the element, too, by its address; a file of the reader's own is in no link.
func TestALessonOfALinkHasTheElement(t *testing.T) {
	const text = "id: mine\nnumber: X1\ntitle: of mine\nworkers: W1\n\nAdd a\n"
	p := opened("#src=../lessons/mine.iq&lang=en")
	f, err := ReadFile("mine.iq", text, nil)
	p.Update(noon, FileRead{p.reading, "mine.iq", f, err})
	element := Ways[slices.IndexFunc(Ways, func(w Way) bool { return w.Name == "element" })]
	if !p.Leads(element) {
		t.Fatalf("on %+v the element is not offered", p.Hash)
	}
	got := p.Excerpt().Fill(element.Text)
	if !strings.Contains(got, `src="../lessons/mine.iq"`) {
		t.Errorf("the element is %s", got)
	}
	read(t, p, "mine.iq", text)
	if p.Leads(element) {
		t.Error("of a file of the reader's the element is offered")
	}
}

// A title is text in the snippet for another page, whatever stands in it.
func TestTheSnippetKeepsTheTitleInItsPlace(t *testing.T) {
	p := opened("#")
	read(t, p, "mine.iq", "id: mine\nnumber: X1\ntitle: a <b> & \"c\"\nworkers: W1\n\nAdd a\n")
	snippet := p.Excerpt().Fill(Ways[2].Text)
	if want := `a &lt;b&gt; &amp; &quot;c&quot;`; !strings.Contains(snippet, want) || strings.Count(snippet, "<") != 2 || strings.Count(snippet, ">") != 2 {
		t.Errorf("the snippet is %s, want %s in it and one element", snippet, want)
	}
}
