package sim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/golden"
)

// moments are worlds at a moment in which a verb may be refused, or does something else.
var moments = []struct {
	name     string
	cfg      Config
	commands string
}{
	{"a queue", Config{Workers: []string{"W1", "W2"}}, "Add a"},
	{"a worker is busy", Config{Workers: []string{"W1", "W2"}}, "Add a; W1 Get; AddAfter b 5s"},
	{"a worker waits in Get", Config{Workers: []string{"W1"}}, "W1 Get"},
	{"shut down", Config{Workers: []string{"W1"}}, "Add a; W1 Get; ShutDown"},
	{"an informer that was not started", Config{Engine: "atomic", Cluster: true, Workers: []string{"W1"}, Handlers: []string{"h1"}}, ""},
	{"an informer that lists", Config{Engine: "classic", Cluster: true, Workers: []string{"W1"}, Handlers: []string{"h1"}}, "create default/p1 n1; start"},
	{"an informer that watches", Config{Engine: "atomic", Cluster: true, Workers: []string{"W1"}, Handlers: []string{"h1"}}, "create default/p1 n1; start; run until idle; W1 Get"},
	{"cut off", Config{Engine: "atomic", Cluster: true, Workers: []string{"W1"}, Handlers: []string{"h1"}}, "start; run until idle; create default/p1 n1; partition"},
	{"a real cluster", Config{Engine: "atomic", Workers: []string{"W1"}}, ""},
	{"the program has ended", Config{Engine: "atomic", Cluster: true, Workers: []string{"W1"}, Handlers: []string{"h1"}}, "Add a; W1 Get; W1 panic"},
}

// What each verb does at each of these moments, as its events, or what it is refused with.
func TestEachVerbDoesAsWrittenOrSaysWhyNot(t *testing.T) {
	const file = "testdata/outcomes.txt"
	var out strings.Builder
	for _, v := range Verbs() {
		actors := []string{"W1"}
		if v.Own {
			actors = []string{"W1", "reflector", "controller", "delay", "h1"}
		}
		for _, actor := range actors {
			line := v.Line(func(name string) string {
				f := v.Fields[slices.IndexFunc(v.Fields, func(f Field) bool { return f.Name == name })]
				switch {
				case name == FieldActor:
					return actor
				case !f.Must:
					return ""
				case name == "value":
					return "1"
				}
				byKind := map[Kind]string{AKey: "a", AnObject: "default/p1", AnActor: "controller", AHandler: "h1", ADuration: "5s", ANumber: "5", AnyText: "get, ok"}
				return cmp.Or(f.Usual, append(append(slices.Clone(f.Of), f.Like...), byKind[f.Kind])[0])
			})
			c, err := ParseCommand(line)
			if err != nil {
				t.Fatal(err)
			}
			var all []string // in the order of moments
			of := map[string][]string{}
			for _, m := range moments {
				w := mustWorld(t, m.cfg)
				give(t, w, m.commands)
				before := w.Recorder().Len()
				said := ""
				if err := w.Do(c); err != nil {
					said = "refused: " + strings.TrimPrefix(err.Error(), "sim: "+c.String()+": ")
				} else if w.Recorder().Len() == before {
					said = "nothing"
				} else {
					for _, e := range w.Recorder().Since(before + 1) {
						said += ", " + e.Op.String()
					}
					if said = said[2:]; len(said) > 200 {
						said = fmt.Sprintf("%s … %d events", said[:180], w.Recorder().Len()-before)
					}
				}
				if of[said] == nil {
					all = append(all, said)
				}
				of[said] = append(of[said], m.name)
			}
			fmt.Fprintln(&out, c)
			for _, said := range all {
				fmt.Fprintf(&out, "  %s: %s\n", strings.Join(of[said], ", "), said)
			}
		}
	}
	golden.Holds(t, file, out.String())
}
