package core

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/trace"
)

// files are those with an anchor: a test holds that none is missing and none too many.
//
//go:embed cluster/cluster.go cluster/skip.go cluster/trouble.go cluster/watch.go
//go:embed machine/delay.go machine/deltafifo.go machine/index.go machine/informer_handlers.go machine/limiter.go machine/limiter_bucket.go
//go:embed machine/limiter_exponential.go machine/limiter_maxof.go machine/listener.go
//go:embed machine/population.go machine/priority.go machine/priority_wait.go machine/queue.go machine/realfifo.go
//go:embed machine/reflector_list.go machine/reflector_pages.go machine/reflector_step.go machine/reflector_watch.go
//go:embed sim/detector.go sim/restart.go sim/transform.go sim/worker.go sim/world.go
var files embed.FS

// Func is one function of the source.
type Func struct {
	File  string   // "core/machine/queue.go"
	Name  string   // "Queue.Add", "NewListener"
	Lines []string // with its doc comment, without its anchors; indented with tabs
}

// Place is where the machines do what an op says.
type Place struct {
	Op    trace.Op
	Words []string // what has to hold of an event, beside its op
	Func  *Func
	Line  int // of Func.Lines, from 0: the first that does it
	Count int // how many lines the statement has there
}

// Source is all places, in the order of files and lines. Use Read.
type Source struct {
	Places []Place

	of map[trace.Op][]Place
}

// anchor is how the comment begins.
const anchor = "// trace: "

// Read cuts the embedded source into functions and finds the anchors in them. It panics when
// an anchor names no op or stands outside a function.
func Read() *Source {
	s := &Source{of: map[trace.Op][]Place{}}
	for _, dir := range []string{"cluster", "machine", "sim"} {
		entries, err := files.ReadDir(dir)
		if err != nil {
			panic("core: the embedded source: " + err.Error())
		}
		for _, e := range entries {
			text, err := files.ReadFile(dir + "/" + e.Name())
			if err != nil {
				panic("core: the embedded source: " + err.Error())
			}
			s.read("core/"+dir+"/"+e.Name(), string(text))
		}
	}
	s.sort()
	return s
}

// sort puts the places under their ops.
func (s *Source) sort() {
	for _, p := range s.Places {
		s.of[p.Op] = append(s.of[p.Op], p)
	}
}

// read takes the places of one file.
func (s *Source) read(file, text string) {
	lines := strings.Split(text, "\n")
	for from := 0; from < len(lines); from++ {
		line := lines[from]
		if strings.HasPrefix(strings.TrimSpace(line), anchor) {
			panic(fmt.Sprintf("core: %s:%d: an anchor outside a function: %s", file, from+1, line))
		}
		if !strings.HasPrefix(line, "func ") {
			continue
		}
		doc := from
		for doc > 0 && strings.HasPrefix(lines[doc-1], "//") {
			doc--
		}
		to := from // a function of one line ends where it begins
		for !strings.HasSuffix(line, "}") && lines[to] != "}" {
			to++
		}
		s.cut(file, lines[doc:to+1])
		from = to
	}
}

// cut takes the places of one function, doc comment first.
func (s *Source) cut(file string, lines []string) {
	f := &Func{File: file}
	for _, line := range lines {
		names, ok := strings.CutPrefix(strings.TrimSpace(line), anchor)
		if !ok {
			if strings.HasPrefix(line, "func ") {
				f.Name = nameOf(line)
			}
			if !strings.HasPrefix(line, "//go:") {
				f.Lines = append(f.Lines, line)
			}
			continue
		}
		for _, name := range strings.Split(names, ", ") {
			words := strings.Fields(name)
			s.Places = append(s.Places, Place{Op: opOf(file, words[0]), Words: words[1:], Func: f, Line: len(f.Lines)})
		}
	}
	for i := range s.Places {
		if p := &s.Places[i]; p.Func == f {
			p.Count = statement(f.Lines[p.Line:])
		}
	}
}

func opOf(file, name string) trace.Op {
	ops := trace.Ops()
	i := slices.IndexFunc(ops, func(op trace.Op) bool { return op.String() == name })
	if i < 0 {
		panic(fmt.Sprintf("core: %s: the anchor %q names no op of core/trace", file, name))
	}
	return ops[i]
}

// nameOf reads "func (q *Queue[T]) Add(k T) Wake {" as Queue.Add.
func nameOf(line string) string {
	rest := strings.TrimPrefix(line, "func ")
	receiver := ""
	if strings.HasPrefix(rest, "(") {
		in, after, _ := strings.Cut(rest[1:], ") ")
		_, kind, _ := strings.Cut(in, " ")
		kind, _, _ = strings.Cut(strings.TrimPrefix(kind, "*"), "[")
		receiver, rest = kind+".", after
	}
	end := strings.IndexAny(rest, "([")
	return receiver + rest[:end]
}

// statement counts the lines of the statement that lines begin with: one, or more where its
// brackets are still open.
func statement(lines []string) int {
	for i, line := range lines {
		if !strings.HasSuffix(line, "(") && !strings.HasSuffix(line, ",") {
			return i + 1
		}
	}
	return len(lines)
}

// Find returns the place of an op where words hold: the one with the most words of its own,
// all of them among words. It is false only when none fits.
func (s *Source) Find(op trace.Op, words ...string) (best Place, ok bool) {
	return fittest(s.of[op], func(p Place) []string { return p.Words }, words)
}

// fittest is the one with the most words of its own, all of them among words; of equals the first.
func fittest[T any](all []T, own func(T) []string, words []string) (best T, ok bool) {
	most := -1
	for _, one := range all {
		if w := own(one); len(w) > most && !slices.ContainsFunc(w, func(w string) bool { return !slices.Contains(words, w) }) {
			best, most = one, len(w)
		}
	}
	return best, most >= 0
}
