package trace

import "testing"

// No two entries print alike, and each is read as it was.
func TestAKeyAndItsPriorityAreOneWordThatIsReadAsItWas(t *testing.T) {
	for want, e := range map[string]struct {
		key      string
		priority int64
	}{
		"a": {"a", 0}, "a:5": {"a", 5}, "a:-100": {"a", -100},
		`"a:5"`: {"a:5", 0}, `"a:5":5`: {"a:5", 5}, `"a:-100"`: {"a:-100", 0}, `":5"`: {":5", 0},
		"ns/a": {"ns/a", 0}, "system:node": {"system:node", 0}, "system:node:7": {"system:node", 7}, "a:": {"a:", 0},
		`"\"a:5\""`: {`"a:5"`, 0}, `"\""`: {`"`, 0}, `a"`: {`a"`, 0},
	} {
		if got := Ranked(e.key, e.priority); got != want {
			t.Errorf("Ranked(%q, %d) = %s, want %s", e.key, e.priority, got, want)
		}
		if key, priority := Unranked(want); key != e.key || priority != e.priority {
			t.Errorf("Unranked(%s) = %q, %d, want %q, %d", want, key, priority, e.key, e.priority)
		}
	}
}

func FuzzRanked(f *testing.F) {
	f.Add("a:5", int64(5))
	f.Add(`"a"`, int64(0))
	f.Fuzz(func(t *testing.T, key string, priority int64) {
		if got, n := Unranked(Ranked(key, priority)); got != key || n != priority {
			t.Errorf("%q with priority %d prints as %s, which is read as %q with %d", key, priority, Ranked(key, priority), got, n)
		}
	})
}
