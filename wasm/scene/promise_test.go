package scene_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/text"
)

// Every promise is said in every language, with what it leads to when it is broken; the
// English sentence is the one of the checker.
func TestEveryPromiseIsSaid(t *testing.T) {
	for _, p := range trace.Promises {
		key := scene.PromiseKey(string(p))
		for _, lang := range text.Langs() {
			if words := text.For(lang); !words.Has(key) || !words.Has(key+".so") {
				t.Errorf("%s: no message for the promise %q, or none for what follows", lang, p)
			}
		}
		if got := text.For("en").Text(key); got != string(p) {
			t.Errorf("%s in English is %q, want the checker's %q", key, got, p)
		}
	}
}

// The lens shows what does not hold at this step, and no more.
func TestBreachesAreThoseOfTheMoment(t *testing.T) {
	for n, want := range [][]trace.Promise{nil, nil, {trace.QueuedOnce}, {trace.QueueInDirty, trace.QueueIsFree}, {trace.OneWorker}, nil, nil} {
		var got []trace.Promise
		for _, b := range scene.Breaches(s40(n).s) {
			got = append(got, b.Promise)
		}
		if !slices.Equal(got, want) {
			t.Errorf("after step %d Breaches = %q, want %q", n, got, want)
		}
	}
}

func TestForgottenCallsAreWarnings(t *testing.T) {
	keys := func(p *script) (keys []string) {
		for _, w := range scene.Warnings(p.s) {
			for _, lang := range text.Langs() {
				if said := text.For(lang).Text(w.Key, w.Args...); strings.ContainsAny(said, "{}") || said == w.Key {
					t.Errorf("%s: a warning says %q", lang, said)
				}
			}
			keys = append(keys, w.Key)
		}
		return keys
	}
	failed := start()
	failed.add("a").get("W1").fail("a", 3, 4e7).done("a").step("failed")
	if got := keys(failed); got != nil {
		t.Errorf("while a waits for its next try Warnings = %q, want none", got)
	}
	failed.at(4e7).due("a").get("W1").done("a").step("done, no Forget")
	if got := keys(failed); !slices.Equal(got, []string{"warn.forget"}) {
		t.Errorf("after a pass without Forget Warnings = %q, want warn.forget", got)
	}
	if got := keys(leftBehind()); !slices.Equal(got, []string{"warn.done"}) {
		t.Errorf("after a Get without Done Warnings = %q, want warn.done", got)
	}
	ended := leftBehind()
	if ended.s.Crash = "out of memory"; keys(ended) != nil {
		t.Errorf("of a program that has ended Warnings = %q, want none", keys(ended))
	}
}
