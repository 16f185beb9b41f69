package versions

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
)

// driver drives an oracle through a lesson. Where the lesson has an informer, the driver is its API
// server.
type driver struct {
	oracle *Oracle
	config sim.Config
	inf    bool // an informer, not a queue alone
	meters bool // the queue tells all metrics of client-go's
	apart  bool // it has waited for an answer, which chance puts off: its clock is another one since
	last   string

	server  *cluster.Cluster
	latency time.Duration
	watches []*cluster.Watch
	page    int // that was asked for last
	api     []string
	wire    struct{ requests, most int } // of the program that runs
}

// drive begins a lesson on an oracle.
func drive(o *Oracle, l *scenarios.Lesson, engine string) (*driver, error) {
	c := l.Config(engine)
	d := &driver{oracle: o, config: c, inf: engine != "workqueue"}
	var names []string
	for _, it := range l.Items {
		for _, call := range it.Calls {
			if k := call.Command.Key; k != "" && !slices.Contains(names, k) {
				names = append(names, k)
			}
		}
	}
	pairs := []string{"workers", strings.Join(l.Workers, " "), "keys", strings.Join(names, " ")}
	if c.Base != 0 {
		pairs = append(pairs, "base", c.Base.String(), "longest", c.Max.String())
	}
	if c.QPS != 0 {
		pairs = append(pairs, "qps", strconv.FormatFloat(c.QPS, 'g', -1, 64), "burst", strconv.Itoa(c.Burst))
	}
	o.answer = nil
	if d.meters = o.queue == sim.ClientGoQueue && (!d.inf || len(c.Workers) > 0); d.meters {
		pairs = append(pairs, "metrics", "true")
	}
	if !d.inf {
		return d, d.begin("queue", pairs)
	}
	d.server = cluster.New(trace.Tap{}, 0)
	o.answer = d.answer
	for _, cmd := range l.Server {
		if err := d.serve(cmd); err != nil {
			return nil, err
		}
	}
	pairs[1] = strings.Join(c.Workers, " ")
	pairs = append(pairs, "resync", c.Resync.String(), "start", c.Start, "gates", o.gates(engine), "transform", c.Transform,
		"indexes", strings.Join(c.Indexes, " "), "handlers", strings.Join(c.Handlers, " "))
	if c.Detector {
		pairs = append(pairs, "detector", "true")
	}
	if lasts(l) {
		pairs = append(pairs, "lasts", "true")
	}
	return d, d.begin("informer", pairs)
}

// gates are client-go's feature gates that make it work as an engine does; "" where it does so by itself.
func (o *Oracle) gates(engine string) string {
	e := machine.EngineNamed(engine)
	if e == o.Version.Engine() {
		return ""
	}
	var all []string
	for _, gate := range machine.Newest().Gates {
		all = append(all, fmt.Sprintf("%s=%t", gate, e.Gate(gate)))
	}
	return strings.Join(all, " ")
}

func (d *driver) begin(verb string, pairs []string) error {
	_, err := d.oracle.tell(say(verb, pairs...))
	return err
}

// end ends the lesson; the oracle is ready for another.
func (d *driver) end() error {
	_, err := d.oracle.tell("end")
	d.oracle.answer = nil
	return err
}

// lasts reports whether a lesson waits for a watch to end in its time, which is chance. Other lessons do
// not last so long on ours, and must not on client-go.
func lasts(l *scenarios.Lesson) bool {
	for _, it := range l.Items {
		for _, c := range it.Calls {
			if c.Command.Verb == "run" && c.Command.Text == "watch" && c.Within[1] > time.Minute {
				return true
			}
		}
	}
	return false
}

// undriven are the verbs that no client-go is driven by, and why.
var undriven = map[string]string{
	"auto":    "a script is ours: in a lesson that client-go can follow, workers act by command",
	"worker":  "a script is ours",
	"set":     "knobs of scripts are ours",
	"hold":    "client-go's goroutines cannot be stopped",
	"release": "client-go's goroutines cannot be stopped",
	"resync":  "client-go resyncs by its timer alone",

	"GetWithPriority": "client-go's queue knows no priorities; controller-runtime's is asked in core/conformance/priority",
}

// byItself reports whether client-go does without being told what a command says: its goroutines act by
// themselves, and only have to come to rest.
func byItself(cmd sim.Command) bool {
	v, _ := sim.VerbNamed(cmd.Verb)
	return cmd.Verb == "step" || cmd.Verb == "run" || cmd.Verb == "read" && cmd.Actor == "reflector" || v.Own
}

// do carries out a command of the lesson, after it has waited; an error says that it cannot be driven.
func (d *driver) do(c *scenarios.Call) (err error) {
	cmd := c.Command
	v, _ := sim.VerbNamed(cmd.Verb)
	own := byItself(cmd)
	switch {
	case undriven[cmd.Verb] != "" && (v.Queue == "" || v.Queue != d.config.Queue):
		return fmt.Errorf("%s has no counterpart: %s", cmd, undriven[cmd.Verb])
	case d.ofQueue(cmd):
		d.last, err = d.tell(c, own, "of", "queue", "says", says(cmd))
		return err
	case cmd.Verb == "run":
		return d.run(c)
	case own:
		_, err = d.tell(c, true)
		return err
	case v.Server:
		if _, err = d.tell(c, true); err != nil {
			return err
		}
		if err := d.serve(cmd); err != nil {
			return err
		}
		_, err = d.oracle.tell("do verb=news")
		return err
	case cmd.Verb == "restart":
		d.wire = struct{ requests, most int }{}
		for _, word := range strings.Fields(cmd.Text) {
			if n, ok := strings.CutPrefix(word, "pages="); ok {
				if d.config.Pages, err = strconv.Atoi(n); err != nil {
					return err
				}
			}
		}
	}
	said, err := d.tell(c, false)
	if cmd.Verb == "read" || cmd.Verb == "add-index" {
		d.last = said
	}
	return err
}

// ofQueue reports whether a command is for the queue.
func (d *driver) ofQueue(cmd sim.Command) bool {
	if !d.inf {
		return true
	}
	return len(d.config.Workers) > 0 && cmd.Verb != "mutate" && cmd.Verb != "read" &&
		(cmd.Key != "" || cmd.Verb == "ShutDown" || slices.Contains(d.config.Workers, cmd.Actor))
}

// says is what a command of the queue is asked about.
func says(cmd sim.Command) string {
	switch cmd.Verb {
	case "Get", "GetWithPriority", "step":
		return "get"
	case "ShutDownWithDrain", "return":
		return "drain"
	}
	return ""
}

// tell sends a command; own ones client-go does without being told, and only comes to rest.
func (d *driver) tell(c *scenarios.Call, own bool, pairs ...string) (string, error) {
	cmd := c.Command
	if !own {
		pairs = append(pairs, "verb", cmd.Verb, "text", cmd.Text, "node", cmd.Node)
		if cmd.After != 0 {
			pairs = append(pairs, "after", cmd.After.String())
		}
		if cmd.Priority != 0 {
			pairs = append(pairs, "priority", strconv.Itoa(cmd.Priority))
		}
		if cmd.Times > 1 {
			pairs = append(pairs, "times", strconv.Itoa(cmd.Times))
		}
		if cmd.Verb == "mutate" {
			pairs = append(pairs, "key", cmd.Object().Key())
		} else {
			pairs = append(pairs, "key", cmd.Key)
		}
	}
	if c.Wait != 0 {
		pairs = append(pairs, "wait", c.Wait.String())
	}
	return d.oracle.tell(say("do", append(pairs, "actor", cmd.Actor)...))
}

// run waits as long as the lesson lets time pass.
func (d *driver) run(c *scenarios.Call) error {
	wait := func(pairs ...string) (string, error) {
		if c.Wait != 0 {
			pairs = append(pairs, "wait", c.Wait.String())
		}
		return d.oracle.tell(say("do", pairs...))
	}
	switch text := c.Command.Text; {
	case text == "idle", text == "call", text == "synced":
		_, err := wait() // how long that takes is ours: see catchUp
		return err
	case strings.HasPrefix(text, "t="):
		_, err := wait("verb", "until", "time", text[2:])
		return err
	case text == "list" || text == "watch":
		d.apart = true
		said, err := wait("verb", "await", "text", text)
		if err != nil {
			return err
		}
		took, err := time.ParseDuration(said)
		if err != nil {
			return err
		}
		if c.Within[1] != 0 && (took < c.Within[0] || took > c.Within[1]) {
			return fmt.Errorf("its %s came after %v, the lesson says %v to %v", strings.ToUpper(text), took, c.Within[0], c.Within[1])
		}
		return nil
	default:
		return fmt.Errorf("run until %s has no counterpart", text)
	}
}

// catchUp lets as much time pass as a step of the lesson took in our world.
func (d *driver) catchUp(took time.Duration) {
	d.oracle.tell(say("do", "verb", "catch-up", "took", took.String())) // an error stays with the oracle
}

// result is what the last Get or read gave.
func (d *driver) result() string { return d.last }

// view is what client-go says of a view, "calls h1" and "api" since they were asked for last; ok is false when it
// cannot say.
func (d *driver) view(name string) (string, bool) {
	if d.inf {
		switch name {
		case "wire":
			return fmt.Sprintf("{requests:%d most:%d}", d.wire.requests, d.wire.most), true
		case "api":
			out := "[" + strings.Join(d.api, " ") + "]"
			d.api = nil
			return out, true
		}
	}
	value, err := d.oracle.tell(say("view", "name", name)) // an error stays with the oracle
	if name == "metrics" && d.meters && err == nil && value != "" {
		value = measured(told(value))
	}
	return value, value != "" && err == nil
}

// serve does what the lesson does at the API server. There is always an open watch, or one on its way: a
// status ends it.
func (d *driver) serve(cmd sim.Command) (err error) {
	if cmd.Verb == "latency" { // it is the wire's
		d.latency = cmd.After
		return nil
	}
	for range max(cmd.Times, 1) {
		err = errors.Join(err, sim.Serve(d.server, cmd, true))
	}
	return err
}

// answer is what the API server says.
func (d *driver) answer(l line) []string {
	switch l.verb {
	case "travel":
		d.wire.requests++
		latency := time.Duration(0)
		if latency = d.latency; latency > 0 {
			d.api = append(d.api, d.request(l.args["verb"], l))
		}
		return []string{say("=", "latency", latency.String())}
	case "list":
		limit := 0
		if l.args["limit"] != "" {
			limit = d.config.Pages // client-go says whether, the lesson says how many
		}
		list, rv, token, f := d.server.Page("pods", l.args["rv"], limit, l.args["continue"])
		d.wire.most = max(d.wire.most, len(list))
		if !f.OK() {
			d.note(l, "list", "->"+status(f))
			return []string{faulty(f)}
		}
		d.note(l, "list", "->"+rv)
		out := []string{say("=", "rv", rv, "continue", token, "objects", strconv.Itoa(len(list)))}
		for _, o := range list {
			out = append(out, say("object", shown(o)...))
		}
		return out
	case "watch":
		w, f := d.server.Open("pods", l.args["rv"], l.args["initial"] == "true")
		if !f.OK() {
			d.note(l, "watch", "->"+status(f))
			return []string{faulty(f)}
		}
		d.note(l, "watch", "")
		d.watches = append(d.watches, &w)
		return []string{say("=", "id", strconv.Itoa(len(d.watches)-1))}
	case "next":
		return []string{d.next(l)}
	}
	return []string{say("=", "code", "500", "text", "the API server of a lesson does not know "+l.verb)}
}

func (d *driver) next(l line) string {
	id, err := strconv.Atoi(l.args["id"])
	if err != nil || id >= len(d.watches) {
		return say("=", "state", "closed")
	}
	ev, state := d.server.Next(d.watches[id])
	switch state {
	case cluster.Closed:
		return say("=", "state", "closed")
	case cluster.Nothing:
		return say("=", "state", "nothing")
	}
	pairs := []string{"state", "got", "type", ev.Type.String(), "latency", d.latency.String()}
	switch {
	case ev.Type == cluster.Error:
		return say("=", append(pairs, faultPairs(ev.Fault)...)...)
	case ev.Type == cluster.Bookmark:
		if pairs = append(pairs, "rv", ev.RV); ev.End {
			pairs = append(pairs, "end", "true")
		}
		return say("=", pairs...)
	}
	d.wire.most = max(d.wire.most, 1)
	return say("=", append(pairs, shown(ev.Obj)...)...)
}

// request is how a request is noted: LIST(0), LIST(0 page 2), WATCH(initial 0).
func (d *driver) request(verb string, l line) string {
	words := []string{l.args["rv"]}
	if verb == "list" && l.args["limit"] != "" && d.config.Pages > 0 {
		if d.page++; l.args["continue"] == "" {
			d.page = 1
		}
		words = append(words, "page "+strconv.Itoa(d.page))
	}
	if l.args["initial"] == "true" {
		words = append([]string{"initial"}, words...)
	}
	return strings.ToUpper(verb) + "(" + strings.TrimSpace(strings.Join(words, " ")) + ")"
}

// note notes a request with its answer, unless it was noted as it left.
func (d *driver) note(l line, verb, answer string) {
	if l.args["noted"] == "" {
		d.api = append(d.api, d.request(verb, l)+answer)
	}
}

func status(f cluster.Fault) string {
	if f.Code > 0 {
		return strconv.Itoa(f.Code)
	}
	return "refused"
}

func faulty(f cluster.Fault) string { return say("=", faultPairs(f)...) }

func faultPairs(f cluster.Fault) []string {
	return []string{"code", strconv.Itoa(f.Code), "reason", f.Reason, "text", f.Text}
}

func shown(o *cluster.Object) []string {
	return []string{"namespace", o.Namespace, "name", o.Name, "uid", o.UID, "rv", o.RV, "node", o.Node}
}
