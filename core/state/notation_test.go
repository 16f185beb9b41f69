package state_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/state"
)

func TestMatchReadsTheNotation(t *testing.T) {
	for _, c := range []struct {
		view, want, got string
		any, ok         bool
	}{
		{"q", "[a b]", "[a b]", false, true},
		{"q", "[a b]", "[b a]", false, false},
		{"q", "[a b]", "[b a]", true, true},
		{"q", "[]", "[a]", false, false},
		{"q", "*", "[a]", false, true},
		{"d", "{b a}", "{a b}", false, true},
		{"d", "{a a}", "{a b}", false, false},
		{"p", "{a b:W2}", "{a:W1 b:W2}", false, true},
		{"p", "{a:W2}", "{a:W1}", false, false},
		{"d", "{a}", "{a:W1}", false, false},
		{"heap", "[a@5s]", "[a@5s]", false, true},
		{"heap", "[a@5000ms]", "[a@5s]", false, true},
		{"heap", "[a@0.8s..1.6s]", "[a@1.234s]", false, true},
		{"heap", "[a@0.8s..1.6s]", "[a@1.7s]", false, false},
		{"rq", "{a:3..5}", "{a:4}", false, true},
		{"rq", "{a:*}", "{a:4}", false, true},
		{"rq", "{* a:4}", "{a:4 b:1}", false, true},
		{"F", "[p1:[Added@1 Updated@2] p2:[Added@3]]", "[p1:[Added@1 Updated@2] p2:[Added@3]]", false, true},
		{"F", "[p1:[Added@1 Updated@2]]", "[p1:[Updated@2 Added@1]]", false, false},
		{"F", "[p1:[Added@1 Updated@2]]", "[p1:[Updated@2 Added@1]]", true, false},
		{"F", "[ReplacedAll(60 p1@5)]", "[ReplacedAll(60 p1@5)]", false, true},
		{"I", "{n1:[p1] n2:[p2]}", "{n2:[p2] n1:[p1]}", false, true},
		{"api", "[LIST(10)->60]", "[LIST(10)->60]", false, true},
		{"api", "[LIST(10)->50..70]", "[LIST(10)->60]", false, true},
		{"api", "[LIST(10)]", "[LIST(10)->60]", false, false},
		{"calls", "[OnUpdate(p1@5 p1@11)]", "[OnUpdate(p1@5 p1@11)]", false, true},
		{"heap", "[k1@5ms ...2 k4@5ms]", "[k1@5ms k2@5ms k3@5ms k4@5ms]", false, true},
		{"heap", "[k1@5ms ...1 k4@5ms]", "[k1@5ms k2@5ms k3@5ms k4@5ms]", false, false},
		{"q", "[... b ... c]", "[a b b c]", false, true},
		{"q", "[... b]", "[a b c]", false, false},
		{"q", "[...]", "[]", false, true},
		{"q", "[... a ... a ...1 b ...]", "[a b a c b]", false, true},
		{"q", "[...1 a ... ...2 z]", "[b a c z]", false, false},
		{"q", "[... a b]", "[a a b]", false, true},
		{"q", "[a ... ]", "[b a]", false, false},
		{"d", "{* a b}", "{b a c}", false, true},
		{"rq", "{a:1..2 b:1}", "{b:1 a:2}", false, true},
		{"rq", "{k2:1 ...2}", "{k1:1 k2:1 k3:2}", false, true},
		{"rq", "{k2:1 ...}", "{k1:1 k2:2}", false, false},
		{"rv", "10", "10", false, true},
		{"rv", "10", "11", false, false},
	} {
		ok, err := state.Match(c.view, c.want, c.got, c.any)
		if err != nil || ok != c.ok {
			t.Errorf("Match(%q, %q, %q, %v) = %v, %v, want %v", c.view, c.want, c.got, c.any, ok, err, c.ok)
		}
	}
}

func TestNotationErrorsNameWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ view, want, err string }{
		{"q", "[a", `notation: "[a": want ']' at the end`},
		{"q", "[a]]", `notation: "[a]]": "]" is left over: take it out`},
		{"q", "[a] d={a}", `notation: "[a] d={a}": " d={a}" is left over: want two blanks between items`},
		{"q", "[a }]", `notation: "[a }]": '}' closes what is not open: take it out`},
		{"q", "{a}", `q={a}: want a list, as in q=[a b]`},
		{"d", "[a]", `d=[a]: want a set, as in d={a b}`},
		{"rv", "[10]", `rv=[10]: want a word`},
		{"z", "1", `unknown view "z": want one of q d p heap array rq F S I pend heard resync list wire rv synced calls api node panic`},
	} {
		if err := state.Check(c.view, c.want); err == nil || err.Error() != c.err {
			t.Errorf("Check(%q, %q) = %v, want %s", c.view, c.want, err, c.err)
		}
	}
}

func FuzzMatchNeverPanicsAndEverythingMatchesItself(f *testing.F) {
	for _, s := range []string{"[a b]", "{a:W1}", "[p1:[Added@1]]", "LIST(10)->60", "*", "((", "a)b", "[a@1..2]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		ok, err := state.Match("q", s, s, false)
		if err == nil && !ok {
			t.Errorf("Match(%q, itself) = false", s)
		}
	})
}

// A file from a stranger may ask for anything; the answer comes soon.
func TestHugeValuesAreComparedInTime(t *testing.T) {
	var keys []string
	for i := range 10_000 {
		keys = append(keys, "k"+strconv.Itoa(i))
	}
	all := strings.Join(keys, " ")
	slices.Reverse(keys)
	back := strings.Join(keys, " ")
	loose := strings.Repeat("k* ", state.MaxLoose)
	for _, c := range []struct {
		view, want, got string
		ok              bool
	}{
		{"d", "{" + all + "}", "{" + back + "}", true},
		{"d", "{" + all + " more}", "{" + back + "}", false},
		{"q", "[" + strings.Repeat("... ", 2000) + "zz]", "[" + all + "]", false},
		{"q", "[" + strings.Repeat("... k1 ", 200) + "zz]", "[" + strings.Repeat("k1 ", 2000) + "]", false},
		{"d", "{" + loose + "}", "{" + back + "}", false},
	} {
		start := time.Now()
		ok, err := state.Match(c.view, c.want, c.got, false)
		if err != nil || ok != c.ok {
			t.Errorf("Match(%.20s…) = %v, %v, want %v", c.want, ok, err, c.ok)
		}
		if took := time.Since(start); took > time.Minute {
			t.Errorf("Match(%.20s…) took %v", c.want, took)
		}
	}
	if err := state.Check("d", "{"+loose+"k*}"); err == nil || err.Error() != "d: 1001 items with stars or ranges; at most 1000: write them out" {
		t.Errorf("Check of %d stars = %v", state.MaxLoose+1, err)
	}
}
