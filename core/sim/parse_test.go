package sim

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestACommandSurvivesItsTextAndItsJSON(t *testing.T) {
	for _, text := range []string{
		"Add a", "Add ns/p1 x10", "W1 Add a", "AddAfter a 5s", "AddRateLimited a", "W1 AddRateLimited a", "Forget a", "W1 Get", "W1 Done a", "W1 Done",
		"Done a", "ShutDown", "ShutDownWithDrain", "W1 ok", "W1 fail", "W1 read", "W1 read p1", "reflector read",
		"create p1", "create a-B_0.z9", "create p1@5 n1", "create ns/p1@5 n1 uid=u4-new", "update p1 n2", "delete p1@12", "rv 60", "bookmark", "compact", "compact 12",
		"close", "error(410)", "partition", "heal", "heal error(410)", "latency 200ms", "start", "stop", "resync",
		"add-handler h1", "add-handler h1=3s", "remove-handler h1", "reflector list", "controller pop", "h1 handle", "delay fire",
		"run idle", "run t=10s", "worker W1 = get, read, sleep 3s, ok|fail", "auto on", "set workers 3", "set duration 2s", "set failure 0.25",
		"hold controller", "release controller", "W1 step", "step", "resync step", "run watch", "refuse error(429)", "refuse error(403)", "error(401)", "end-mark none", "token expires",
		"add-handler h1=observe,resync=25s",
	} {
		c, err := ParseCommand(text)
		if err != nil {
			t.Errorf("ParseCommand(%q): %v", text, err)
			continue
		}
		if c.String() != text {
			t.Errorf("ParseCommand(%q).String() = %q", text, c.String())
		}
		b, err := json.Marshal(c)
		var back Command
		if err != nil || json.Unmarshal(b, &back) != nil || !reflect.DeepEqual(back, c) {
			t.Errorf("%q came back from JSON as %+v", text, back)
		}
	}
}

func TestParseSaysWhatWasExpected(t *testing.T) {
	for text, want := range map[string]string{
		"":                    `sim: an empty command: want a verb such as Add, AddAfter, AddRateLimited, Get, Done, Forget, ShutDown, create, update, delete, start or run`,
		"updat p1":            `sim: unknown verb "updat" (did you mean "update"?)`,
		"W1 Gett":             `sim: unknown verb "Gett" (did you mean "Get"?)`,
		"reflector frob":      `sim: unknown verb "frob": want a verb such as Add, AddAfter, AddRateLimited, Get, Done, Forget, ShutDown, create, update, delete, start or run`,
		"Add":                 `sim: Add: want one key, as in Add a`,
		"Add a b":             `sim: Add a b: want one key, as in Add a`,
		"AddAfter a soon":     `sim: AddAfter a soon: want a duration such as 5s, not "soon"`,
		"AddAfter a":          `sim: AddAfter a: want a key and a duration, as in AddAfter a 5s`,
		"create p1 n1 n2":     `sim: create p1 n1 n2: want node, rv=7 or uid=u1, not "n2"`,
		"error(409)":          `sim: "error(409)": want error(401), error(403), error(404), error(410), error(429), error(500) or error(504)`,
		"token":               `sim: token: want expires (410 when it is used), lost (the page comes without) or good`,
		"end-mark":            `sim: end-mark: want sent (a bookmark that says so), plain (one that does not) or none`,
		"refuse":              `sim: refuse: want a status, as in refuse error(410)`,
		"error":               `sim: error: want a status, as in error(410)`,
		"W1 create p1":        `sim: "W1 create p1": create takes no actor: leave W1 out`,
		"Add a x99999":        `sim: "x99999": want x1 to x10000`,
		"worker W1 = sleep":   `sim: script "sleep": want a duration, as in sleep 3s`,
		"worker W1 = read":    `sim: script "read": want get as its first word`,
		"worker W1 =":         `sim: an empty script: want one such as get, ok`,
		"worker W1 = nap":     `sim: script "nap": unknown word "nap": want get, read, ok, fail, ok|fail, done, forget, requeue or sleep 3s`,
		"run until":           `sim: run until: want until and what, as in run until idle`,
		"compact 5 6":         `sim: compact 5 6: want a resourceVersion, as in compact 12`,
		"AddAfter a 1000000h": `sim: AddAfter a 1000000h: want a duration of 0s to 876000h0m0s, not "1000000h"`,
		"AddAfter a 3000000h": `sim: AddAfter a 3000000h: want a duration of 0s to 876000h0m0s, not "3000000h"`, // more than a Duration holds
		"AddAfter a -5s":      `sim: AddAfter a -5s: want a duration of 0s to 876000h0m0s, not "-5s"`,
		"Add a priority=5":    `sim: Add a priority=5: want one key, and a priority as in prio=-100, not "priority=5"`,
		"AddAfter a NaN":      `sim: AddAfter a NaN: want a duration such as 5s, not "NaN"`,
		"set speed 3x":        `sim: set speed 3x: want a number`,
	} {
		if _, err := ParseCommand(text); err == nil || err.Error() != want {
			t.Errorf("ParseCommand(%q) = %v, want %s", text, err, want)
		}
	}
	if _, err := ParseInline("Add a; W1 Gett"); err == nil || err.Error() != `command 2: sim: unknown verb "Gett" (did you mean "Get"?)` {
		t.Errorf("ParseInline: %v", err)
	}
	lines, err := ParseInline("Add a; W1 Get; +2s W1 Done a;")
	if err != nil || len(lines) != 3 || lines[2].String() != "+2s W1 Done a" {
		t.Errorf("ParseInline = %v, %v", lines, err)
	}
}

func TestSuggestKnowsSlipsOfTheHand(t *testing.T) {
	for word, want := range map[string]string{"updat": "update", "udpate": "update", "ADD": "Add", "Gett": "Get", "compcat": "compact", "frob": "", "x": "", "": "", strings.Repeat("Add", 1<<20): ""} {
		if want != "" {
			want = fmt.Sprintf(" (did you mean %q?)", want)
		}
		if got := Suggest(word, verbNames()); got != want {
			t.Errorf("Suggest(%.20q) = %q, want %q", word, got, want)
		}
	}
	if got := Instead("x", []string{"on", "off", "auto"}); got != ": want on, off or auto" {
		t.Errorf("Instead = %q", got)
	}
}

func FuzzWhatParsesPrintsAndParsesToTheSame(f *testing.F) {
	for _, text := range []string{"Add a x10", "+2s W1 Done a", "create ns/p1@5 n1 uid=u", "heal error(410)", "worker W1 = get, sleep 1s, ok", "set failure 0.5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLine(text)
		if err != nil {
			return
		}
		again, err := ParseLine(l.String())
		if err != nil || !reflect.DeepEqual(l, again) {
			t.Errorf("%q: %q came back as %+v, %v; was %+v", text, l.String(), again, err, l)
		}
	})
}

func TestNearestNamesAFewAndTheNearestFirst(t *testing.T) {
	words := []string{"gone-relist", "resync-is-not-relist", "dirty-and-processing", "late-index", "late-handler", "relist-twice", "a-relist"}
	for word, want := range map[string][]string{
		"nonsense":           nil,
		"":                   nil,
		"dirty-n-procesing":  {"dirty-and-processing"},
		"Late-Index":         {"late-index", "late-handler"},
		"relist":             {"a-relist", "gone-relist", "relist-twice"},
		"gone-relist-please": {"gone-relist"},
	} {
		if got := Nearest(word, words, 3); !slices.Equal(got, want) {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

// A worker need not be told the key that he holds, and the step is called without one.
func TestAWorkerAddsHisOwnKeyLater(t *testing.T) {
	w, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	give(t, w, "Add a; W1 Get; W1 AddAfter 5s; W1 Done")
	if got := seen(w, "heap"); got != "heap=[a@5s]" {
		t.Errorf("W1 AddAfter 5s, while W1 holds a: %s", got)
	}
	c, err := ParseCommand("W1 AddAfter 5s")
	if got := c.Called(""); err != nil || got != "W1 calls AddAfter(5s)" {
		t.Errorf("it is called %q, %v", got, err)
	}
	if _, err := ParseCommand("AddAfter 5s"); err == nil || !strings.Contains(err.Error(), "want a key and a duration") {
		t.Errorf("AddAfter 5s by nobody: %v", err)
	}
}
