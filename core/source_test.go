package core_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/core/trace"
)

// Every op has its anchor, one of them without a condition beyond what kind of part it is.
func TestEveryOpHasAnAnchor(t *testing.T) {
	src := core.Read()
	for _, op := range trace.Ops() {
		if _, ok := src.Find(op); !ok {
			t.Errorf("op %s: no place in the machines' source: put // trace: %s above the line that does it", op, op)
		}
	}
}

// Two places of one op with the same words could not be told apart.
func TestNoTwoPlacesAreNamedAlike(t *testing.T) {
	seen := map[string]string{}
	for _, p := range core.Read().Places {
		words := slices.Sorted(slices.Values(p.Words))
		name := p.Op.String() + " " + strings.Join(words, " ")
		if was, twice := seen[name]; twice {
			t.Errorf("the anchor %q stands in %s and in %s %s", name, was, p.Func.File, p.Func.Name)
		}
		seen[name] = p.Func.File + " " + p.Func.Name
	}
}

// A word of an anchor that nothing says of an event would never light its line.
func TestAnAnchorAsksForWhatCanBeSaid(t *testing.T) {
	// Kinds of parts, and what wasm/model adds: a limiter of several, a watch that the server ended.
	said := []string{"classic", "ordered", "atomic", "heap", "max", "server", "priority"}
	said = append(said, trace.DeltaNames[1:]...)
	said = append(said, trace.WatchNames[1:]...)
	for _, p := range core.Read().Places {
		for _, w := range p.Words {
			if !slices.Contains(said, w) && !slices.Contains(p.Op.Info().Cases, trace.Case(w)) {
				t.Errorf("%s, %s: the anchor of %s asks for %q, which is none of its cases: add it to its row in core/trace/ops.go", p.Func.File, p.Func.Name, p.Op, w)
			}
		}
	}
}

func TestTheMostParticularPlaceIsFound(t *testing.T) {
	src := core.Read()
	tests := []struct {
		op    trace.Op
		words string
		name  string
		line  string
	}{
		{trace.QueueAdd, "", "Queue.added", "q.push(at)"},
		{trace.QueueAdd, "merged", "Queue.added", "return q.merged(at, before)"},
		{trace.QueueAdd, "owed", "Queue.added", "return q.owed(at, before)"},
		{trace.QueueDone, "again", "Queue.done", "q.push(at)"},
		{trace.FIFOPush, "atomic", "RealFIFO.add", "f.tape.push(*d)"},
		{trace.FIFOPush, "classic", "DeltaFIFO.put", "f.line.push(at)"},
		{trace.FIFOPush, "classic merged", "DeltaFIFO.put", "t.deltas = append(t.deltas, *d)"},
		{trace.FIFOPush, "classic replaces", "DeltaFIFO.put", "t.deltas[n-1] = *d"},
		{trace.HeapEarlier, "", "Delay.AddAfter", "d.heap.push(heapEntry{due, d.seq, at})"},
		{trace.HandlerAdd, "", "NewListener", "return &Listener[O]{tap: tap, meta: m}"},
	}
	for _, test := range tests {
		p, ok := src.Find(test.op, strings.Fields(test.words)...)
		if !ok {
			t.Errorf("Find(%s, %q) = nothing, want %s", test.op, test.words, test.name)
			continue
		}
		if line := strings.TrimSpace(p.Func.Lines[p.Line]); p.Func.Name != test.name || line != test.line || p.Count != 1 {
			t.Errorf("Find(%s, %q) = %s: %q (%d lines), want %s: %q", test.op, test.words, p.Func.Name, line, p.Count, test.name, test.line)
		}
	}
}

// What is shown is the function as the compiler sees it: its text with the anchors taken out,
// and the lit line the first after the anchor.
func TestTheFunctionIsShownLetterByLetter(t *testing.T) {
	shown := map[string][]core.Place{}
	for _, p := range core.Read().Places {
		shown[p.Func.File] = append(shown[p.Func.File], p)
	}
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	anchors := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") || !bytes.Contains(text, []byte("// trace: ")) || strings.HasPrefix(filepath.ToSlash(name), "controller/") {
			continue
		}
		places := shown["core/"+filepath.ToSlash(name)]
		if len(places) == 0 {
			t.Errorf("%s has anchors and is not embedded: add it to source.go", name)
			continue
		}
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		whole := map[string]string{}
		for _, d := range tree.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			from := f.Pos()
			if f.Doc != nil {
				from = f.Doc.Pos()
			}
			whole[string(text[fset.Position(f.Name.Pos()).Offset:fset.Position(f.Body.Lbrace).Offset])] =
				string(text[fset.Position(from).Offset:fset.Position(f.End()).Offset])
		}
		for _, p := range places {
			i := slices.IndexFunc(p.Func.Lines, func(l string) bool { return strings.HasPrefix(l, "func ") })
			if i < 0 {
				t.Errorf("%s: %s has no line that begins with func", name, p.Func.Name)
				continue
			}
			found := ""
			for head, body := range whole {
				if strings.Contains(p.Func.Lines[i], head) {
					found = body
				}
			}
			var want []string
			for _, l := range strings.Split(found, "\n") {
				if !strings.HasPrefix(strings.TrimSpace(l), "// trace: ") && !strings.HasPrefix(l, "//go:") {
					want = append(want, l)
				}
			}
			if got := strings.Join(p.Func.Lines, "\n"); got != strings.Join(want, "\n") {
				t.Errorf("%s: %s is shown as\n%s\nthe file has\n%s", name, p.Func.Name, got, strings.Join(want, "\n"))
			}
			anchors++
		}
		if n := strings.Count(string(text), "// trace: "); n > len(places) {
			t.Errorf("%s has %d anchors, Read found %d places", name, n, len(places))
		}
	}
	if all := len(core.Read().Places); anchors != all {
		t.Errorf("%d places were compared with their files, Read found %d", anchors, all)
	}
}

// The page carries what is embedded: no file that shows nothing.
func TestEveryEmbeddedFileHasAnAnchor(t *testing.T) {
	text, err := os.ReadFile("source.go")
	if err != nil {
		t.Fatal(err)
	}
	places := core.Read().Places
	embedded := 0
	for line := range strings.Lines(string(text)) {
		names, ok := strings.CutPrefix(line, "//go:embed ")
		if !ok {
			continue
		}
		for _, name := range strings.Fields(names) {
			embedded++
			if !slices.ContainsFunc(places, func(p core.Place) bool { return p.Func.File == "core/"+name }) {
				t.Errorf("%s is embedded and has no anchor: take it out of source.go", name)
			}
		}
	}
	if embedded == 0 {
		t.Error("source.go embeds nothing")
	}
}

// The reader's controller is shown whole, but for its anchors and its imports, and each of its
// anchors is a place.
func TestTheReadersControllerIsShownAsItStands(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(core.OwnFile)))
	if err != nil {
		t.Fatal(err)
	}
	places := core.Own().Places
	var want []string
	names := 0
	for _, l := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if list, ok := strings.CutPrefix(strings.TrimSpace(l), "// trace: "); ok {
			for range strings.SplitSeq(list, ", ") {
				names++
			}
			continue
		}
		want = append(want, l)
	}
	from := slices.Index(want, ")") + 2
	if got := strings.Join(places[0].Func.Lines, "\n"); got != strings.Join(want[from:], "\n") {
		t.Errorf("the controller is shown as\n%s\nthe file has\n%s", got, strings.Join(want[from:], "\n"))
	}
	if names != len(places) {
		t.Errorf("the file has %d ops in its anchors, Own found %d places", names, len(places))
	}
	for _, p := range places {
		if p.Count != 1 || strings.HasPrefix(strings.TrimSpace(p.Func.Lines[p.Line]), "//") {
			t.Errorf("%s %v lights %d lines from %q", p.Op, p.Words, p.Count, p.Func.Lines[p.Line])
		}
	}
}

// A slip stands where the controller has its own function, under the same name, and the rest is as it was.
func TestASlipStandsInThePlaceOfAFunction(t *testing.T) {
	whole := func(with ...string) string { return strings.Join(core.Own(with...).Places[0].Func.Lines, "\n") }
	for slip, c := range map[string]struct{ in, out string }{
		core.DoneLast:    {"\n\tc.queue.Done(key)\n\treturn true\n}", "defer c.queue.Done"},
		core.GoesOn:      {"work(ctx context.Context) {\n\tfor c.next(ctx) {", "ctx.Err()"},
		core.DoneSkipped: {"will not do\", \"key\", key)\n\t\treturn false\n", "AddRateLimited"},
		core.Unwraps:     {"OnDelete(obj any) {\n\tpod, ok := obj.(*v1.Pod)\n", "OnDelete(obj any) {\n\tc.enqueue(obj)"},
		core.Asserts:     {"OnDelete(obj any) {\n\tpod := obj.(*v1.Pod)\n", "OnDelete(obj any) {\n\tc.enqueue(obj)"},
	} {
		if got := whole(slip); !strings.Contains(got, c.in) || strings.Contains(got, c.out) || strings.Contains(got, slip) || strings.Count(got, "\nfunc ") != strings.Count(whole(), "\nfunc ") {
			t.Errorf("with %s the controller is\n%s\nwant %q in it, and no %q", slip, got, c.in, c.out)
		}
	}
}
