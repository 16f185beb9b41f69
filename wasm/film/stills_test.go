package film_test

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/golden"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/film"
)

const stills = "testdata/stills.txt"

// looks are how a lesson is remembered: wide, embedded, and on a phone in Chinese.
var looks = []film.Look{{Lang: "en", Layout: "wide"}, {Lang: "en", Layout: "embed"}, {Lang: "zh", Layout: "phone"}}

// Every picture that a lesson is remembered by, on its newest engine, is as it was when
// somebody last looked. A line of the file is a picture: a sum of all that is drawn, and its zones,
// each with a short sum. What a zone's sum stands for is written once, at the end of the file: its
// shapes by kind, and the words on them. So a change says where it is, and which label it is.
func TestStillsOfMarkedStepsAreAsLastSeen(t *testing.T) {
	now, zones := map[string]string{}, map[string]string{}
	for _, l := range scenarios.List() {
		f, err := film.Record(l, l.Engines[len(l.Engines)-1])
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range f.Panels() {
			for _, k := range looks {
				name := fmt.Sprintf("%s --step %d --layout %s --lang %s", l.Number, n, k.Layout, k.Lang)
				now[name] = told(f.Panel(n, k).Shapes, zones)
			}
		}
	}
	lines := ""
	for _, of := range []map[string]string{now, zones} {
		for _, name := range slices.SortedFunc(maps.Keys(of), natural) {
			lines += name + ": " + of[name] + "\n"
		}
		lines += "\n"
	}
	was := map[string]string{}
	for line := range strings.Lines(golden.Was(t, stills, strings.TrimSpace(lines)+"\n")) {
		name, is, _ := strings.Cut(strings.TrimSpace(line), ": ")
		was[name] = is
	}
	for _, name := range slices.SortedFunc(maps.Keys(now), natural) {
		if was[name] != now[name] {
			t.Errorf("look at it (informerscope render %s -o x.svg), then go test ./wasm/film -update\n%s", name, differing(was[name], now[name], was, zones))
		}
	}
	for name := range was {
		if now[name] == "" && strings.Contains(name, "--step") {
			t.Errorf("%s is in %s and is no marked step any more", name, stills)
		}
	}
}

// natural compares names with the numbers in them as numbers.
func natural(a, b string) int {
	x, y := strings.Fields(a), strings.Fields(b)
	for i := range min(len(x), len(y)) {
		if c := cmp.Or(cmp.Compare(len(x[i]), len(y[i])), strings.Compare(x[i], y[i])); c != 0 && x[0] == y[0] {
			return c
		}
	}
	return strings.Compare(a, b)
}

// told is the sum of a picture, and its zones. A zone's shapes are those from its title to
// the next one's, as they are drawn; what is drawn before all titles is the stage.
func told(shapes []draw.Shape, zones map[string]string) string {
	out := fmt.Sprintf("%.8x", sha256.Sum256([]byte(draw.Lines(shapes))))
	for at := 0; at < len(shapes); {
		to := at + 1
		for to < len(shapes) && shapes[to].Zone == "" {
			to++
		}
		counts, words := [draw.Words + 1]int{}, ""
		for _, s := range shapes[at:to] {
			counts[s.Kind]++
			for i, r := range s.Runs {
				if i == 0 {
					words += " | "
				}
				words += r.Text
			}
		}
		name := fmt.Sprintf("%s %.3x", cmp.Or(shapes[at].Zone, "stage"), sha256.Sum256([]byte(draw.Lines(shapes[at:to]))))
		zones[name] = fmt.Sprintf("%d rects, %d paths, %d circles, %d arcs, %d texts%s", counts[draw.Rect], counts[draw.Path], counts[draw.Circle], counts[draw.Arc], counts[draw.Words], words)
		out += ", " + name
		at = to
	}
	return out
}

// differing says what two pictures do not share.
func differing(was, is string, before, now map[string]string) string {
	a, b := strings.Split(was, ", ")[1:], strings.Split(is, ", ")[1:]
	out := ""
	for _, z := range a {
		if !slices.Contains(b, z) {
			out += "  - " + z + ": " + before[z] + "\n"
		}
	}
	for _, z := range b {
		if !slices.Contains(a, z) {
			out += "  + " + z + ": " + now[z] + "\n"
		}
	}
	return out
}
