package scenarios

import (
	"strconv"
	"strings"
)

// A step of one command is called in words: by the call of client-go that it is, as Go writes it, or
// by what happens. How the command is written is the language's affair, and stays in the file. Other
// languages have it in labels.*.txt.

// called are the calls that have a key; a time may stand behind it.
var called = map[string]bool{"Add": true, "AddAfter": true, "AddRateLimited": true, "Forget": true, "Done": true}

// label is how a step of one command is called.
func label(c *Call) string {
	text := stepName(c)
	if c.Command.Times > 1 {
		text += ", " + strconv.Itoa(c.Command.Times) + " times"
	}
	return text
}

func stepName(c *Call) string {
	cmd := c.Command
	who, to := cmd.Actor, cmd.Text
	object := cmd.Name
	if cmd.RV != "" {
		object += "@" + cmd.RV
	}
	switch {
	case called[cmd.Verb]:
		call := cmd.Verb + "(" + cmd.Key
		if cmd.Verb == "AddAfter" {
			call += ", " + strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace(cmd.After.String())
		}
		call += ")"
		if who != "" {
			return who + " calls " + strings.TrimSuffix(call, "()")
		}
		return call
	case cmd.Verb == "Get":
		switch c.Result {
		case "":
			return who + " calls Get"
		case "blocked":
			return who + " waits in Get"
		case "shutdown":
			return who + "'s Get says shutdown"
		}
		return who + " takes " + c.Result
	}
	named := map[string]string{
		"ShutDown": "ShutDown()", "ok": who + " succeeds", "fail": who + " fails", "quit": who + " leaves without Done",
		"read": who + " reads " + cmd.Key, "mutate": who + " writes into the cached " + object,
		"start": "the informer starts", "stop": "the informer stops", "restart": "the program starts anew",
		"create": object + " is created", "update": object + " is changed", "delete": object + " is deleted",
		"partition": "the connection breaks", "heal": "the connection is back", "close": "the watch ends", "bookmark": "a bookmark comes",
		"handle": who + " is called", "pop": "the FIFO hands out its head", "store": "the store is written", "end": "the FIFO is free again",
		"list": "the LIST arrives", "replace": "the list goes into the FIFO", "watch": "the WATCH opens", "closed": "the reflector sees that the watch has ended", "timer": "the reflector's wait is over",
		"fire": "a wait is over", "return": who + " returns",
	}
	switch cmd.Verb {
	case "ShutDownWithDrain":
		return map[string]string{"": "ShutDownWithDrain()", "blocked": "ShutDownWithDrain waits", "returned": "ShutDownWithDrain returns"}[c.Result]
	case "panic":
		return who + map[string]string{"caught": " panics; it is caught", "deferred": " panics; Done is deferred"}[to] + map[bool]string{true: " panics"}[to == "uncaught"]
	case "read":
		if who == "reflector" {
			return "the reflector reads an event"
		}
	case "add-handler", "remove-handler":
		name, _, _ := strings.Cut(to, "=")
		return map[string]string{"add-handler": "AddEventHandler(", "remove-handler": "RemoveEventHandler("}[cmd.Verb] + name + ")"
	case "add-index":
		name, _, _ := strings.Cut(to, "=")
		call := "AddIndexers(" + name + ")"
		if c.Result != "" && c.Result != "added" {
			call += " fails: " + c.Result
		}
		return call
	case "run":
		if at, ok := strings.CutPrefix(to, "t="); ok {
			return "t = " + at
		}
		return map[string]string{"idle": "all come to rest", "list": "the LIST arrives", "watch": "the WATCH opens", "synced": "the cache has synced", "call": "the next call"}[to]
	}
	if name := named[cmd.Verb]; name != "" {
		return name
	}
	cmd.Times = 0
	if c.Result != "" {
		return cmd.String() + ": " + c.Result
	}
	return cmd.String() // a knob of the world: it stands for itself
}
