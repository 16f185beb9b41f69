package sim

import (
	"strconv"
	"strings"
)

// A step of one command is called in words: by the call of client-go that it is, as Go writes it, or
// by what happens. How the command is written is the language's affair, and stays in the file. Other
// languages have it in scenarios/labels.*.txt.

// Called is what a step of the command is called, where result is what it gives, "" where nobody says.
func (c Command) Called(result string) string {
	name := ""
	switch v := verbs[c.Verb]; {
	case v == nil:
	case v.called != nil:
		name = v.called(c, result)
	default:
		name = c.fill(v.named)
	}
	if name == "" { // a knob of the world stands for itself
		once := c
		once.Times = 0
		if name = once.String(); result != "" {
			name += ": " + result
		}
	}
	if c.Times > 1 {
		name += ", " + strconv.Itoa(c.Times) + " times"
	}
	return name
}

// fill puts who acts, the key or the object into their places.
func (c Command) fill(name string) string {
	object := c.Name
	if c.RV != "" {
		object += "@" + c.RV
	}
	return strings.NewReplacer("{who}", c.Actor, "{key}", c.Key, "{object}", object).Replace(name)
}

// asCall is the call with its key.
func asCall(c Command, _ string) string { return call(c, c.Key) }

// asCallAfter is the call with its key, and a time. A worker need not be told the key that he holds.
func asCallAfter(c Command, _ string) string {
	args := strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace(c.After.String())
	if c.Key != "" {
		args = c.Key + ", " + args
	}
	return call(c, args)
}

func call(c Command, args string) string {
	if c.Priority != 0 {
		args += atPriority(strconv.Itoa(c.Priority))
	}
	text := c.Verb + "(" + args + ")"
	if c.Actor != "" {
		return c.Actor + " calls " + strings.TrimSuffix(text, "()")
	}
	return text
}

// atPriority is said behind a key; its minus is that of sentences.
func atPriority(n string) string { return ", priority " + strings.Replace(n, "-", "−", 1) }

func asHandler(c Command, _ string) string   { return "AddEventHandler(" + before(c.Text) + ")" }
func asNoHandler(c Command, _ string) string { return "RemoveEventHandler(" + before(c.Text) + ")" }

func asIndex(c Command, result string) string {
	name := "AddIndexers(" + before(c.Text) + ")"
	if result != "" && result != "added" {
		name += " fails: " + result
	}
	return name
}

// before is a name without what stands behind it.
func before(text string) string {
	name, _, _ := strings.Cut(text, "=")
	return name
}

func asDrain(_ Command, result string) string {
	return map[string]string{"": "ShutDownWithDrain()", "blocked": "ShutDownWithDrain waits", "returned": "ShutDownWithDrain returns"}[result]
}

func asPanic(c Command, _ string) string {
	return c.Actor + map[string]string{uncaught: " panics", caught: " panics; it is caught", deferred: " panics; Done is deferred"}[c.Text]
}

func asGet(c Command, result string) string {
	switch result {
	case "":
		return c.Actor + " calls " + c.Verb
	case "blocked":
		return c.Actor + " waits in " + c.Verb
	case "shutdown":
		return c.Actor + "'s " + c.Verb + " says shutdown"
	}
	if i := strings.LastIndexByte(result, ':'); i > 0 && c.Verb == "GetWithPriority" {
		if _, err := strconv.Atoi(result[i+1:]); err == nil {
			return c.Actor + " takes " + result[:i] + atPriority(result[i+1:])
		}
	}
	return c.Actor + " takes " + result
}

func asRead(c Command, _ string) string {
	if c.Actor == "reflector" {
		return "the reflector reads an event"
	}
	return c.Actor + " reads " + c.Key
}

func asRun(c Command, _ string) string {
	if at, ok := strings.CutPrefix(c.Text, "t="); ok {
		return "t = " + at
	}
	return map[string]string{"idle": "all come to rest", "list": "the LIST arrives", "watch": "the WATCH opens", "synced": "the cache has synced", "call": "the next call"}[c.Text]
}
