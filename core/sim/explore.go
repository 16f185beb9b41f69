package sim

import (
	"fmt"
	"slices"
	"strings"
)

// Explored is what Explore found.
type Explored struct {
	Visits int  // prefixes that were played
	States int  // different worlds among them
	Whole  bool // every interleaving was seen; false when the bound came first
	// Broken is the promise that a shortest interleaving breaks, and Script that
	// interleaving, as commands; both are empty when every promise holds.
	Broken string
	Script []string
}

// Explore plays all interleavings of a script's commands with what the actors do by
// themselves, the shortest first, up to a bound of visits, and reports the first promise
// that one of them breaks. Commands come in their order; before each, any actor who is due
// may act, and when nobody is, time may pass until somebody is. The script's own waits do
// not count.
//
// An interleaving is kept as its choices and played anew for each visit; worlds that look
// the same go on once.
func Explore(cfg Config, script []Line, bound int) (Explored, error) {
	var found Explored
	seen := map[string]bool{}
	line := [][]string{nil} // the choices that are still to be played
	for len(line) > 0 {
		if found.Visits == bound {
			return found, nil
		}
		played := line[0]
		line = line[1:]
		found.Visits++
		w, given, err := retrace(cfg, script, played)
		if err != nil {
			return found, err
		}
		if broken := w.Invariants(); len(broken) > 0 {
			found.Broken, found.Script = broken[0], played
			return found, nil
		}
		look := fmt.Sprintf("%d %d %s", given, w.now, strings.Join(w.picture(), "\n"))
		for _, a := range w.actors {
			look += fmt.Sprintf(" %s:%s:%v", a.name, a.what, a.ready)
		}
		if seen[look] {
			continue
		}
		seen[look] = true
		found.States++
		for _, c := range choices(w, script, given) {
			line = append(line, append(slices.Clip(played), c))
		}
	}
	found.Whole = true
	return found, nil
}

// choices are what can happen next: the script's next command, a due actor, or time.
func choices(w *World, script []Line, given int) []string {
	var all []string
	if given < len(script) {
		all = append(all, script[given].Command.String())
	}
	due := false
	for _, a := range w.actors {
		if a.ready && !a.held && a.at <= w.now {
			all, due = append(all, a.name+" step"), true
		}
	}
	if _, ok := w.Next(); ok && !due {
		all = append(all, "step")
	}
	return all
}

// retrace plays choices; given is how many of them were the script's. A command that the
// world refuses at that moment is passed over, as a caller would find it refused.
func retrace(cfg Config, script []Line, choices []string) (w *World, given int, err error) {
	if w, err = New(cfg); err != nil {
		return nil, 0, err
	}
	for _, text := range choices {
		if given < len(script) && text == script[given].Command.String() {
			_ = w.Do(script[given].Command)
			given++
			continue
		}
		c, err := ParseCommand(text)
		if err == nil {
			err = w.Do(c)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("sim: explore %q: %w", choices, err)
		}
	}
	return w, given, nil
}
