package check

import (
	"strings"
	"testing"
)

func TestCheckSaysWhatKeepsItFromClientGo(t *testing.T) {
	t.Setenv("PATH", "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	for _, c := range []struct {
		version string
		code    int
		says    string
	}{
		{"0.33.1x", 2, `--client-go "0.33.1x": want a version such as v`},
		{"0.26.1", 2, "want v0.27 or later"},
		{"", 2, `--client-go "": want a version`},
		{"0.33", 1, "there is no go command here: install it from https://go.dev/dl, then run this again"},
	} {
		code, stdout, stderr := command(t, "", "check", "--client-go="+c.version, "testdata/check/holds.iq")
		if code != c.code || !strings.Contains(stdout+stderr, c.says) {
			t.Errorf("check --client-go=%s = %d\n%s%s\nwant %d, %s", c.version, code, stdout, stderr, c.code, c.says)
		}
	}
	const holds, breaks = "testdata/check/holds.iq", "testdata/check/wrong.iq"
	for says, files := range map[string][]string{
		"the scenario holds here; on client-go it could not be tried":     {holds},
		"all scenarios hold here; on client-go 2 of 2 could not be tried": {holds, holds},
		"the scenario does not hold":                                      {breaks},
		"2 of 2 scenarios do not hold":                                    {holds, breaks},
	} {
		if code, _, stderr := command(t, "", append([]string{"check", "--client-go=0.33"}, files...)...); code != 1 || !strings.Contains(stderr, says) {
			t.Errorf("check of %v = %d: %swant %s", files, code, stderr, says)
		}
	}
}

// What no client-go can run is left without a build, which takes a minute and Go.
func TestNothingIsBuiltForAnotherQueue(t *testing.T) {
	t.Setenv("PATH", "")
	const scenario = "id: mine\nqueue: priority\nworkers: W1\n\nAdd a prio=3\n----\nq=[a:3]\n"
	code, stdout, stderr := command(t, scenario, "check", "--client-go=0.33", "-")
	if code != 0 || !strings.Contains(stdout, "not run there: its queue is controller-runtime's") {
		t.Errorf("check of the queue with priorities = %d\n%s%s", code, stdout, stderr)
	}
}

func TestAnErrorOfSeveralLinesStaysReadable(t *testing.T) {
	if got, want := indented("one:\n\ttwo\tby two\n\x1b[31mthree", "  "), "one:\n  two by two\n  ‹U+001B›[31mthree"; got != want {
		t.Errorf("indented = %q, want %q", got, want)
	}
}
