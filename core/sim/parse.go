package sim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ParseCommand reads one command: "Add a", "Add a x10", "W1 Get", "W1 Done a",
// "AddAfter a 5s", "create p1@5 n1", "reflector read", "worker W1 = get, sleep 3s, ok".
// Errors name the word that was not understood and what would have been.
func ParseCommand(text string) (Command, error) {
	var c Command
	if name, script, ok := strings.Cut(text, "="); ok {
		if f := strings.Fields(name); len(f) == 2 && f[0] == "worker" {
			c = Command{Verb: "worker", Actor: f[1], Text: strings.TrimSpace(script)}
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
		if err != nil || !slices.Contains([]int{410, 429, 500, 504}, code) {
			return c, fmt.Errorf("sim: %q: want error(410), error(429), error(500) or error(504)", word)
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
	v, ok := verbs[c.Verb]
	if !ok {
		// "W1 Gett": the actor is fine, the verb is not.
		word := c.Verb
		actor := slices.Contains(own, word) || word[len(word)-1] >= '0' && word[len(word)-1] <= '9'
		if len(words) > 0 && Suggest(word, verbNames()) == "" && (actor || Suggest(words[0], verbNames()) != "") {
			word = words[0]
		}
		return c, unknownVerb(word)
	}
	if v.who == "" && c.Actor != "" {
		return c, fmt.Errorf("sim: %q: %s takes no actor: leave %s out", text, c.Verb, c.Actor)
	}
	return c, c.arguments(v.form, words)
}

// arguments reads the words after the verb.
func (c *Command) arguments(f form, words []string) error {
	want := func(what string) error {
		return fmt.Errorf("sim: %s: want %s", strings.Join(append([]string{c.Verb}, words...), " "), what)
	}
	switch f {
	case formNone, formFault:
		if len(words) > 0 {
			return want("nothing after it")
		}
		if (c.Verb == "error" || c.Verb == "refuse") && c.Code == 0 {
			if c.Verb == "refuse" {
				return want("a status, as in refuse error(410)")
			}
			return want("a status, as in error(410)")
		}
	case formKey:
		if len(words) > 1 || len(words) == 0 && c.Actor == "" {
			return want("one key, as in " + c.Verb + " a")
		}
		if len(words) == 1 {
			c.Key = words[0]
		}
	case formKeyAfter:
		if len(words) != 2 {
			return want("a key and a duration, as in AddAfter a 5s")
		}
		d, err := duration(words[1])
		if err != nil {
			return want("a duration such as 5s, not " + strconv.Quote(words[1]))
		}
		c.Key, c.After = words[0], d
	case formObject:
		return c.object(words, want)
	case formRV:
		if len(words) > 1 {
			return want("a resourceVersion, as in " + c.Verb + " 12")
		}
		if len(words) == 1 {
			c.RV = strings.TrimPrefix(words[0], "rv=")
		}
	case formAfter:
		d, err := duration(strings.Join(words, " "))
		if err != nil {
			return want("a duration such as 200ms")
		}
		c.After = d
	case formText:
		c.Text = strings.Join(words, " ")
		if c.Verb == "run" {
			c.Text = strings.TrimSpace(strings.TrimPrefix(c.Text, "until"))
		}
		if c.Text == "" {
			return want(textAfter[c.Verb])
		}
	case formScript:
		return want("worker W1 = get, read, sleep 3s, ok")
	case formKnob:
		return c.knob(words, want)
	}
	return nil
}

// object reads "ns/p1@7 n1", or "p1 node=n1 rv=7 uid=u1".
func (c *Command) object(words []string, want func(string) error) error {
	if len(words) == 0 {
		return want("an object, as in " + c.Verb + " p1 n1")
	}
	name, rv, _ := strings.Cut(words[0], "@")
	if ns, short, ok := strings.Cut(name, "/"); ok {
		c.NS, name = ns, short
	}
	if !goodName(name) || c.NS != "" && !goodName(c.NS) || strings.HasPrefix(words[0], "/") {
		return want("a name of letters, digits, - and ., such as p1 or ns/p1")
	}
	c.Name, c.RV = name, rv
	for _, word := range words[1:] {
		switch field, value, ok := strings.Cut(word, "="); {
		case ok && value == "":
			return want("a value after " + field + "=")
		case !ok && c.Node == "":
			c.Node = word
		case field == "node":
			c.Node = value
		case field == "rv":
			c.RV = value
		case field == "uid":
			c.UID = value
		default:
			return want("node, rv=7 or uid=u1, not " + strconv.Quote(word))
		}
	}
	return nil
}

// knob reads "workers 3", "duration 2s" or "failure 0.2".
func (c *Command) knob(words []string, want func(string) error) error {
	if len(words) != 2 {
		return want("workers 3, duration 2s or failure 0.2")
	}
	c.Text = words[0]
	if c.Text == "duration" {
		d, err := duration(words[1])
		if err != nil {
			return want("a duration such as 2s")
		}
		c.After = d
		return nil
	}
	value, err := strconv.ParseFloat(words[1], 64)
	if err != nil {
		return want("a number")
	}
	c.Value = value
	return nil
}

// textAfter is what the verbs with a word or two behind them want.
var textAfter = map[string]string{
	"run":            "until and what, as in run until idle",
	"auto":           "on or off",
	"add-index":      "an index, as in add-index byNode=.spec.nodeName",
	"add-handler":    "a handler, as in add-handler h2",
	"remove-handler": "a handler's name",
	"hold":           "an actor's name, as in hold controller",
	"release":        "an actor's name, as in release controller",
}

// goodName reports whether s can name an object.
func goodName(s string) bool {
	for _, c := range s {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_') {
			return false
		}
	}
	return s != ""
}

// duration reads how long something takes: not less than nothing, not more than MaxTime.
func duration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err == nil && (d < 0 || int64(d) > MaxTime) {
		err = fmt.Errorf("sim: %s: want 0s to %s", d, time.Duration(MaxTime))
	}
	return d, err
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
			return l, fmt.Errorf("sim: want a duration such as +2s, not %q", "+"+word)
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
