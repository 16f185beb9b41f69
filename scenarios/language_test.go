package scenarios

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
)

// The sample of the reference is a scenario, it has every kind of line, and it holds.
func TestTheSampleOfTheReferenceHolds(t *testing.T) {
	l, err := Parse("sample.iq", Sample())
	if err != nil {
		t.Fatal(err)
	}
	if bad := l.Check(); bad != nil {
		t.Errorf("the sample does not hold: %q", bad)
	}
	if n := len(l.Items) - 1; n < 5 || l.Items[1].Beat == "" || len(l.Items[1].Expect) < 2 || l.Items[2].Gate == nil || l.Items[2].Calls[0].Result == "" {
		t.Errorf("the sample has %d steps, %+v: want a beat, expectations, a gate and a result", n, l.Items)
	}
}

// Whatever the language has is explained in every language, and nothing else is.
func TestTheWholeLanguageIsExplained(t *testing.T) {
	names := map[string]string{}
	for _, v := range sim.Verbs() {
		names[v.Name] = v.Help
	}
	for _, h := range Headers() {
		names[h.Key+":"] = h.Help
	}
	for _, r := range Grammar("en") {
		names[r.ID+" line"] = r.Help
	}
	for _, v := range Held("en") {
		names[v.Name+"="] = v.Help
	}
	for _, v := range heldInPriority {
		names[sim.PriorityQueue+" "+v.Name+"="] = v.Help
	}
	for name, help := range names {
		if help == "" {
			t.Errorf("%s is not explained", name)
		}
	}
	for lang, told := range explanations {
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if told[name] == "" {
				t.Errorf("scenarios/language.%s.txt lacks %q: %s", lang, name, names[name])
			}
		}
		for name, says := range told {
			if names[name] == "" {
				t.Errorf("scenarios/language.%s.txt explains %q, which the language does not have", lang, name)
			}
			for _, fault := range ChineseFaults(strings.ReplaceAll(says, "，* ", "，x ")) {
				t.Errorf("scenarios/language.%s.txt: %s %s", lang, name, fault)
			}
		}
	}
}

// Every example of the reference can be read.
func TestExamplesOfTheReferenceCanBeRead(t *testing.T) {
	for _, v := range sim.Verbs() {
		if _, err := sim.ParseLine(VerbExample(v)); err != nil || v.Form() == "" {
			t.Errorf("%s: the example %q of %q: %v", v.Name, VerbExample(v), v.Form(), err)
		}
	}
	for _, h := range Headers() {
		if h.Exercise {
			continue
		}
		if _, err := Parse("x.iq", withHeader(h.Key, h.Key+": "+h.Example)); err != nil {
			t.Errorf("%s: the example %q: %v", h.Key, h.Example, err)
		}
	}
	allow, _ := HeaderNamed("allow")
	p := parser{x: &Exercise{}}
	if err := p.allows(strings.Fields(allow.Example)); err != nil {
		t.Error(err)
	}
	var views []string
	for _, v := range Held("en") {
		views = append(views, v.Name)
		if v.Example != "" && state.Check(v.Name, v.Example) != nil {
			t.Errorf("%s=%s: %v", v.Name, v.Example, state.Check(v.Name, v.Example))
		}
	}
	if !slices.Equal(slices.Sorted(slices.Values(views)), slices.Sorted(slices.Values(state.Views))) {
		t.Errorf("the reference tells of %q, and there are %q", views, state.Views)
	}
}

// withHeader is a file with a header line beside those that it needs.
func withHeader(key, line string) string {
	text := ""
	for _, other := range []string{"id: x", "engines: atomic"} {
		if !strings.HasPrefix(other, key+":") {
			text += other + "\n"
		}
	}
	return text + line + "\n\nrun until idle\n"
}

// The form of a header key makes a line that is read, whatever is filled in; where words stand in the
// line, they stay.
func TestFormsOfTheHeaderMakeLinesThatAreRead(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 3))
		for _, h := range Headers() {
			if h.Fields == nil {
				continue
			}
			values := map[string]string{}
			for _, f := range h.Fields {
				if !f.Must && r.IntN(2) == 0 {
					continue
				}
				switch {
				case f.Of != nil:
					values[f.Name] = f.Of[r.IntN(len(f.Of))]
				case f.Like != nil:
					values[f.Name] = f.Like[r.IntN(len(f.Like))]
				case f.Kind == sim.ADuration:
					values[f.Name] = fmt.Sprint(1+r.IntN(900), "s")
				case f.Kind == sim.ANumber:
					values[f.Name] = strconv.Itoa(1 + r.IntN(900))
				default:
					values[f.Name] = "k" + strconv.Itoa(r.IntN(1000))
				}
			}
			words := ""
			if h.Many {
				words = strings.Fields(h.Example)[0]
			}
			if h.Key == "transform" && values["fail"] != "" {
				values["value"] = "n9"
			}
			line := h.Line(words, func(name string) string { return values[name] })
			if !strings.HasPrefix(line, strings.TrimSpace(h.Key+": "+words)) {
				t.Errorf("seed %d: %q makes %q, want %q kept", seed, values, line, words)
			}
			if _, err := Parse("x.iq", withHeader(h.Key, line)); err != nil {
				t.Errorf("seed %d: %q makes %q: %v", seed, values, line, err)
			}
		}
	}
}
