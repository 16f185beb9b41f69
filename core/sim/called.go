package sim

import (
	"strconv"
	"strings"
)

// A step of one command is called in words: by the call of client-go that it is, as Go writes it, or
// by what happens. How the command is written is the language's affair, and stays in the file. Other
// languages have it in scenarios/labels.*.txt.

// naming is what a step of a command is called, where result is what the command gives; "" leaves it
// as it is written.
type naming func(c Command, result string) string

// Called is what a step of the command is called, where result is what it gives, "" where nobody says.
func (c Command) Called(result string) string {
	name := ""
	if v := verbs[c.Verb]; v != nil && v.called != nil {
		name = v.called(c, result)
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

// as is a name with places for who acts, and for the key or the object.
func as(name string) naming {
	return func(c Command, _ string) string {
		object := c.Name
		if c.RV != "" {
			object += "@" + c.RV
		}
		return strings.NewReplacer("{who}", c.Actor, "{key}", c.Key, "{object}", object).Replace(name)
	}
}

// asCall is the call with its key.
func asCall(c Command, _ string) string { return call(c, c.Key) }

// asCallAfter is the call with its key, and a time.
func asCallAfter(c Command, _ string) string {
	return call(c, c.Key+", "+strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace(c.After.String()))
}

func call(c Command, args string) string {
	text := c.Verb + "(" + args + ")"
	if c.Actor != "" {
		return c.Actor + " calls " + strings.TrimSuffix(text, "()")
	}
	return text
}

// asCallOf is a call with the name of what stands behind the verb, without what that does, and the
// result where it is another than good.
func asCallOf(function, good string) naming {
	return func(c Command, result string) string {
		name, _, _ := strings.Cut(c.Text, "=")
		if name = function + "(" + name + ")"; result != "" && result != good {
			name += " fails: " + result
		}
		return name
	}
}

// asOneOf is a name for each of what a command gives, or says, with a place for who acts.
func asOneOf(which func(c Command, result string) string, names map[string]string) naming {
	return func(c Command, result string) string {
		return as(names[which(c, result)])(c, result)
	}
}

func given(_ Command, result string) string { return result }
func said(c Command, _ string) string       { return c.Text }

func asGet(c Command, result string) string {
	switch result {
	case "":
		return c.Actor + " calls Get"
	case "blocked":
		return c.Actor + " waits in Get"
	case "shutdown":
		return c.Actor + "'s Get says shutdown"
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
