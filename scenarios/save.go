package scenarios

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
)

// Save writes a session of a World as a lesson: its commands as steps, and after each what
// the state was. The narration is left to a person, as Lint will say. It fails on a session
// that no script can tell: a live one, whose answers came from outside.
func Save(id, title string, w *sim.World) (string, error) {
	c := w.Config()
	var b strings.Builder
	head := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, value)
		}
	}
	informer := c.Engine != "workqueue"
	head("id", id)
	head("title", title)
	if informer {
		head("track", "informer")
		head("view", "all")
		head("start", c.Start)
		if !c.Cluster {
			return "", fmt.Errorf("scenarios: a live session has no script: the API server is outside")
		}
	}
	head("engines", c.Engine)
	if c.Queue != sim.ClientGoQueue {
		head("queue", c.Queue)
	}
	head("workers", strings.Join(c.Workers, " "))
	head("handlers", strings.Join(c.Handlers, " "))
	head("indexes", strings.Join(c.Indexes, " "))
	head("transform", c.Transform)
	if c.Seed != 0 {
		head("seed", strconv.FormatUint(c.Seed, 10))
	}
	if c.Pages != 0 {
		head("pages", strconv.Itoa(c.Pages))
	}
	if c.Resync != 0 {
		head("resync", c.Resync.String())
	}
	if c.Detector {
		head("detector", "on")
	}
	limiter := fmt.Sprintf("base=%s max=%s", c.Base, c.Max)
	if c.QPS != 0 {
		limiter += fmt.Sprintf(" qps=%g burst=%d", c.QPS, c.Burst)
	}
	head("limiter", limiter)
	b.WriteByte('\n')
	for _, name := range promiseNames() { // what the session broke is what its lesson is about
		if slices.Contains(w.Invariants(), string(promises[name])) {
			b.WriteString("! " + name + " off\n\n")
		}
	}
	for _, line := range steps(w.Log()) {
		b.WriteString(line + "\n\n")
	}
	l, err := Parse(id+".iq", b.String())
	if err != nil {
		return "", err
	}
	text, err := l.Filled(MaxEvents)
	if err != nil {
		return "", err
	}
	return strings.TrimRight(text, "\n") + "\n", nil
}

// steps are the commands of a log as lines: time that passes stands before a command.
func steps(log []sim.Timed) []string {
	var lines []string
	var wait time.Duration
	for _, t := range log {
		if t.Verb == "advance" {
			wait += t.After
			continue
		}
		line := sim.Line{Wait: wait, Command: t.Command}.String()
		if body := strings.TrimSuffix(t.Body, "\n"); body != "" {
			line += "\n| " + strings.ReplaceAll(body, "\n", "\n| ")
		}
		lines, wait = append(lines, line), 0
	}
	if wait > 0 {
		lines = append(lines, sim.Line{Wait: wait, Command: sim.Command{Verb: "run", Text: "idle"}}.String())
	}
	return lines
}
