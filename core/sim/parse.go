package sim

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
)

// ParseCommand reads one command: "Add a", "Add a x10", "W1 Get", "W1 Done a",
// "AddAfter a 5s", "create p1@5 n1", "reflector read", "worker W1 = get, sleep 3s, ok".
// Errors name the word that was not understood and what would have been.
func ParseCommand(text string) (Command, error) {
	var c Command
	if name, script, ok := strings.Cut(text, "="); ok {
		if f := strings.Fields(name); len(f) == 2 && verbs[f[0]] != nil && verbs[f[0]].form.script {
			c = Command{Verb: f[0], Actor: f[1], Text: strings.TrimSpace(script)}
			_, err := parseScript(c.Text)
			return c, err
		}
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return c, fmt.Errorf("sim: an empty command: want a verb such as %s", usual)
	}
	if n := len(words) - 1; n > 0 && len(words[n]) > 1 && words[n][0] == 'x' {
		if times, err := strconv.Atoi(words[n][1:]); err == nil {
			if times < 1 || times > MaxTimes {
				return c, fmt.Errorf("sim: %q: want x1 to x%d", words[n], MaxTimes)
			}
			c.Times, words = times, words[:n]
		}
	}
	// "error(410)" and "heal error(410)" carry their status in brackets.
	for i, word := range words {
		head, rest, ok := strings.Cut(word, "(")
		if !ok || head != "error" || !strings.HasSuffix(rest, ")") {
			continue
		}
		code, err := strconv.Atoi(strings.TrimSuffix(rest, ")"))
		if err != nil || !slices.Contains(cluster.Statuses(), code) {
			var known []string
			for _, code := range cluster.Statuses() {
				known = append(known, statusOf(code))
			}
			return c, fmt.Errorf("sim: %q: want %s", word, either(known))
		}
		if c.Code = code; i == 0 {
			words[0] = "error"
		} else {
			words = slices.Delete(words, i, i+1)
		}
		break
	}
	// The actor of the timer has the name of a verb: "resync step".
	if words[0] == "resync" && len(words) == 2 && words[1] == "step" {
		return Command{Verb: "step", Actor: "resync", Times: c.Times}, nil
	}
	if _, ok := verbs[words[0]]; !ok && len(words) > 1 {
		if _, ok := verbs[words[1]]; ok {
			c.Actor, words = words[0], words[1:]
		}
	}
	c.Verb, words = words[0], words[1:]
	v := verbs[c.Verb]
	if v == nil {
		return c, unknownVerb{c.Verb, strings.Join(words[:min(1, len(words))], "")}
	}
	if v.who == nobody && c.Actor != "" {
		return c, fmt.Errorf("sim: %q: %s takes no actor: leave %s out", text, c.Verb, c.Actor)
	}
	return c, v.form.read(&c, words, func(what string) error {
		return fmt.Errorf("sim: %s: want %s", strings.Join(append([]string{c.Verb}, words...), " "), what)
	})
}

// duration reads how long something takes: not less than nothing, not more than MaxTime.
func duration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err == nil && (d < 0 || int64(d) > MaxTime) {
		err = fmt.Errorf("sim: %s: want 0s to %s", d, time.Duration(MaxTime))
	}
	return d, err
}

var amount = regexp.MustCompile(`^[-+]*[0-9.]+(ns|us|µs|ms|s|m|h)`)

// wantDuration is what is wanted instead of a text that duration does not take: one such as that, or where
// it is too long or less than nothing, how long it can be.
func wantDuration(such, text string) string {
	if amount.MatchString(text) {
		return fmt.Sprintf("a duration of 0s to %s, not %q", time.Duration(MaxTime), text)
	}
	return fmt.Sprintf("a duration such as %s, not %q", such, text)
}

// Line is a command with the time to pass before it.
type Line struct {
	Wait time.Duration
	Command
}

// ParseInline reads commands as links carry them: "Add a; W1 Get; +2s W1 Done a".
func ParseInline(text string) ([]Line, error) {
	var lines []Line
	for i, part := range strings.Split(text, ";") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		l, err := ParseLine(part)
		if err != nil {
			return nil, fmt.Errorf("command %d: %w", i+1, err)
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// ParseLine reads a command that may begin with the time to pass before it: "+2s W1 Done a".
func ParseLine(text string) (l Line, err error) {
	if rest, ok := strings.CutPrefix(strings.TrimSpace(text), "+"); ok {
		word, rest, _ := strings.Cut(rest, " ")
		if l.Wait, err = duration(word); err != nil {
			return l, fmt.Errorf("sim: want %s", wantDuration("+2s", "+"+word))
		}
		text = rest
	}
	l.Command, err = ParseCommand(text)
	return l, err
}

// String prints what ParseLine reads.
func (l Line) String() string {
	if l.Wait == 0 {
		return l.Command.String()
	}
	return "+" + l.Wait.String() + " " + l.Command.String()
}
