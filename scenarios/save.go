package scenarios

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
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
	return expected(id, b.String(), c.Engine)
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

// expected plays a lesson without expectations and returns it with them.
func expected(id, text, engine string) (string, error) {
	l, err := Parse(id+".iq", text)
	if err != nil {
		return "", err
	}
	after := map[int]string{} // line of a step's last call → expectations
	_, err = l.Play(engine, func(n int, s *state.State, calls, api int, _ *Run) {
		if n == 0 {
			return
		}
		it := &l.Items[n]
		var views []string
		for _, v := range []string{"q", "d", "p", "heap", "rq", "S", "I", "rv"} {
			value := s.View(v, calls, api)
			if queue := v == "q" || v == "d" || v == "p"; queue || value != "[]" && value != "{}" && value != "" {
				views = append(views, v+"="+value)
			}
		}
		if value := s.View("calls", calls, api); value != "[]" {
			views = append(views, "calls="+value)
		}
		last := it.Calls[len(it.Calls)-1]
		after[last.Line+strings.Count(last.Command.Body, "\n")] = "----\n" + strings.Join(views, "  ")
	})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for i, line := range l.lines {
		b.WriteString(line + "\n")
		if x := after[i+1]; x != "" {
			b.WriteString(x + "\n")
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n", nil
}
