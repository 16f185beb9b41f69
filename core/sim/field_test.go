package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// filled gives fields random values: those that have to be there always, others at times.
// No word is like x3, which says how often.
func filled(r *rand.Rand, fields []Field) map[string]string {
	word := func() string { return string(rune('a'+r.IntN(20))) + strconv.Itoa(r.IntN(90)) }
	values := map[string]string{}
	for _, f := range fields {
		if !f.Must && r.IntN(2) == 0 {
			continue
		}
		pick := func(list []string) string { return list[r.IntN(len(list))] }
		switch {
		case f.Of != nil:
			values[f.Name] = pick(f.Of)
		case f.Like != nil:
			values[f.Name] = pick(f.Like)
		case f.Kind == ADuration:
			values[f.Name] = fmt.Sprint(r.IntN(5000), pick([]string{"ms", "s"}))
		case f.Kind == ANumber:
			values[f.Name] = strconv.Itoa(2 + r.IntN(999))
		case f.Kind == AnActor:
			values[f.Name] = pick([]string{"reflector", "controller", "delay", "W1", "h1"})
		case f.Kind == AnObject && r.IntN(2) == 0:
			values[f.Name] = "ns/" + word()
		default:
			values[f.Name] = word()
		}
	}
	if values["knob"] != "" { // what it is about says what it can be
		values["value"] = map[string]string{"workers": "3", "duration": "250ms", "failure": "0.25"}[values["knob"]]
	}
	return values
}

// What a form makes of any values is read as a command of its verb with all of them, and printed and
// read again it is the same.
func TestEveryFormWritesACommandThatIsReadBack(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		for _, v := range Verbs() {
			values := filled(r, v.Fields)
			if values["key"] == "" && values[FieldActor] == "" {
				values["key"] = "a" // nobody holds one
			}
			line := v.Line(func(name string) string { return values[name] })
			l, err := ParseLine(line)
			if err != nil || l.Verb != v.Name {
				t.Fatalf("seed %d: the form of %s makes %q of %q, which is read as %q, %v", seed, v.Name, line, values, l.Verb, err)
			}
			for _, f := range v.Fields {
				if said := values[f.Name]; said != "" && (f.Needs == "" || values[f.Needs] != "") && !strings.Contains(line, f.Before+said+f.After) {
					t.Errorf("seed %d: the form of %s makes %q of %q: %s is not in it", seed, v.Name, line, values, f.Name)
				}
			}
			if again, err := ParseLine(l.String()); err != nil || again != l {
				t.Errorf("seed %d: %q is %+v, printed as %q and read as %+v, %v", seed, line, l, l.String(), again, err)
			}
		}
	}
}

// What handlers, indices and transforms are made of, whatever is filled in, is taken.
func TestFieldsOfATextMakeOneThatIsTaken(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		for _, c := range []struct {
			fields []Field
			check  func(string) error
		}{{HandlerFields, CheckHandler}, {IndexFields, CheckIndex}, {TransformFields, CheckTransform}} {
			values := filled(r, c.fields)
			if values["fail"] != "" {
				values["value"] = "n9"
			}
			if text := Fill(c.fields, func(name string) string { return values[name] }); c.check(text) != nil {
				t.Errorf("seed %d: %q makes %q: %v", seed, values, text, c.check(text))
			}
		}
	}
}

// Each value that a form offers is one that a World takes.
func TestAWorldTakesWhatFormsOffer(t *testing.T) {
	for _, v := range Verbs() {
		for _, f := range v.Fields {
			for _, of := range f.Of {
				if f.Name == "knob" || f.Name == "path" || f.Name == "path2" || f.Name == "strict" {
					continue // held above
				}
				w := mustWorld(t, Config{Engine: "atomic", Cluster: true})
				give(t, w, "Add a; W1 Get")
				line := v.Line(func(name string) string { return map[string]string{FieldActor: "W1", f.Name: of}[name] })
				if err := w.Do(must(ParseCommand(line))); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			}
		}
	}
}

func must(c Command, err error) Command {
	if err != nil {
		panic(err)
	}
	return c
}

// Each group has forms and a name, and each verb stands in one.
func TestEveryVerbStandsInAGroup(t *testing.T) {
	var met []Group
	for _, v := range InGroups() {
		if v.At < AtQueue || v.At > InTime || v.At.Name() == "" {
			t.Errorf("%s stands in group %d", v.Name, v.At)
		}
		if !slices.Contains(met, v.At) {
			met = append(met, v.At)
		} else if met[len(met)-1] != v.At {
			t.Errorf("%s stands apart from its group %s", v.Name, v.At.Name())
		}
	}
	if len(met) != int(InTime) {
		t.Errorf("%d groups have a verb, want %d", len(met), InTime)
	}
}
