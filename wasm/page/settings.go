package page

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/model"
)

// settings are what the playground's World is made of, beside its engine. They hold from
// the World's beginning: another one begins anew. The zero value is the default.
type settings struct {
	workers int    // 0 is defaultWorkers
	limiter string // one of limiters; "" is the first
	noIndex bool
}

const (
	defaultWorkers = 2
	maxWorkers     = 4 // as many as the plan has room for
)

// limiter is a choice of what AddRateLimited waits.
type limiter struct {
	name      string // message "set.limiter.<name>", and what links say
	base, max time.Duration
	qps       float64
	burst     int
}

// limiters are two of client-go's and two whose waits can be watched. Source: client-go,
// util/workqueue/default_rate_limiters.go.
var limiters = []limiter{
	{name: "exponential", base: 5 * time.Millisecond, max: 1000 * time.Second},
	{name: "bucket", base: 5 * time.Millisecond, max: 1000 * time.Second, qps: 10, burst: 100},
	{name: "slow", base: time.Second, max: time.Minute},
	{name: "tight", base: 5 * time.Millisecond, max: 1000 * time.Second, qps: 1, burst: 2},
}

func limiterNames() []string {
	var names []string
	for _, l := range limiters {
		names = append(names, l.name)
	}
	return names
}

// parseSettings reads what String prints: "workers:3,limiter:bucket,index:off".
func parseSettings(text string) (s settings, ok bool) {
	if text == "" {
		return s, true
	}
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(part, ":")
		switch name {
		case "workers":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > maxWorkers {
				return settings{}, false
			}
			s.workers = n
		case "limiter":
			if !slices.Contains(limiterNames(), value) {
				return settings{}, false
			}
			s.limiter = value
		case "index":
			if value != "on" && value != "off" {
				return settings{}, false
			}
			s.noIndex = value == "off"
		default:
			return settings{}, false
		}
	}
	return s.plain(), true
}

// plain is s with its defaults as zero values.
func (s settings) plain() settings {
	if s.workers == defaultWorkers {
		s.workers = 0
	}
	if s.limiter == limiters[0].name {
		s.limiter = ""
	}
	return s
}

// String prints the settings as links carry them; "" is the default.
func (s settings) String() string {
	var parts []string
	s = s.plain()
	if s.workers != 0 {
		parts = append(parts, "workers:"+strconv.Itoa(s.workers))
	}
	if s.limiter != "" {
		parts = append(parts, "limiter:"+s.limiter)
	}
	if s.noIndex {
		parts = append(parts, "index:off")
	}
	return strings.Join(parts, ",")
}

// count and limits are the settings with the defaults filled in.
func (s settings) count() int {
	if s.workers == 0 {
		return defaultWorkers
	}
	return s.workers
}

func (s settings) limits() limiter {
	for _, l := range limiters {
		if l.name == s.limiter {
			return l
		}
	}
	return limiters[0]
}

// newSandbox is a playground of its own: an API server, an informer that has listed, and
// workers that wait for commands.
func newSandbox(engine string, s settings) (*Player, error) {
	if engine == "" || engine == "workqueue" {
		engine = sim.Newest()
	}
	var workers []string
	for i := range s.count() {
		workers = append(workers, "W"+strconv.Itoa(i+1))
	}
	l := s.limits()
	cfg := sim.Config{Engine: engine, Start: "list", Workers: workers, Handlers: []string{"h1"}, Cluster: true, Seed: 1,
		Base: l.base, Max: l.max, QPS: l.qps, Burst: l.burst}
	if !s.noIndex {
		cfg.Indexes = []string{"byNode=.spec.nodeName"}
	}
	w, err := sim.New(cfg)
	if err != nil {
		return nil, err
	}
	for _, line := range []string{"auto off", "start", "run until idle"} {
		if err := do(w, line); err != nil {
			return nil, err
		}
	}
	pl := &Player{engine: engine, speed: 1}
	line := model.New(w.Recorder(), w.Recorder().Len(), func(s *state.State) {
		for _, name := range workers {
			s.AddWorker(name)
		}
	})
	pl.session = model.NewSession(w, line, []sim.Point{w.Point()}, false)
	pl.follow(0)
	return pl, nil
}

// replay gives the commands of another World's steps to a session. What makes no sense here,
// such as a call by a worker who is not there, is passed over and returned.
func replay(s *model.Session, steps [][]sim.Timed) (passed []string) {
	for part := range strings.SplitSeq(inline(steps), "; ") {
		if part == "" {
			continue
		}
		l, err := sim.ParseLine(part)
		if err == nil {
			_, err = s.Do(s.Branch().Last(), l)
		}
		if err != nil {
			passed = append(passed, part)
		}
	}
	return passed
}

// knobs are how the workers act by themselves. They are commands of the session like any
// other: they can be undone, and other futures can have others.
type knobs struct {
	auto  bool
	takes time.Duration
	fails float64
}

// knobsOf reads the knobs off the commands so far.
func knobsOf(log []sim.Timed) knobs {
	k := knobs{takes: time.Second} // as sim.New has it
	for _, t := range log {
		switch {
		case t.Verb == "auto":
			k.auto = t.Text == "on"
		case t.Verb == "set" && t.Text == "duration":
			k.takes = t.After
		case t.Verb == "set" && t.Text == "failure":
			k.fails = t.Value
		}
	}
	return k
}
