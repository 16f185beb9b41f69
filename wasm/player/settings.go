package player

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/model"
)

// Settings are what the playground's World is made of, beside its engine. They hold from
// the World's beginning: another one begins anew. The zero value is the default.
type Settings struct {
	Workers int    // 0 is defaultWorkers
	Limiter string // one of limiters; "" is the first
	NoIndex bool
}

const (
	defaultWorkers = 2
	maxWorkers     = 4 // as many as the plan has room for
)

// Limiter is a choice of what AddRateLimited waits.
type Limiter struct {
	Name      string // message "set.limiter.<name>", and what links say
	Base, Max time.Duration
	QPS       float64
	Burst     int
}

// limiters are two of client-go's and two whose waits can be watched. Source: client-go,
// util/workqueue/default_rate_limiters.go.
var limiters = []Limiter{
	{Name: "exponential", Base: 5 * time.Millisecond, Max: 1000 * time.Second},
	{Name: "bucket", Base: 5 * time.Millisecond, Max: 1000 * time.Second, QPS: 10, Burst: 100},
	{Name: "slow", Base: time.Second, Max: time.Minute},
	{Name: "tight", Base: 5 * time.Millisecond, Max: 1000 * time.Second, QPS: 1, Burst: 2},
}

func LimiterNames() []string {
	var names []string
	for _, l := range limiters {
		names = append(names, l.Name)
	}
	return names
}

// ParseSettings reads what String prints: "workers:3,limiter:bucket,index:off".
func ParseSettings(text string) (s Settings, ok bool) {
	if text == "" {
		return s, true
	}
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(part, ":")
		switch name {
		case "workers":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > maxWorkers {
				return Settings{}, false
			}
			s.Workers = n
		case "limiter":
			if !slices.Contains(LimiterNames(), value) {
				return Settings{}, false
			}
			s.Limiter = value
		case "index":
			if value != "on" && value != "off" {
				return Settings{}, false
			}
			s.NoIndex = value == "off"
		default:
			return Settings{}, false
		}
	}
	return s.plain(), true
}

// plain is s with its defaults as zero values.
func (s Settings) plain() Settings {
	if s.Workers == defaultWorkers {
		s.Workers = 0
	}
	if s.Limiter == limiters[0].Name {
		s.Limiter = ""
	}
	return s
}

// String prints the settings as links carry them; "" is the default.
func (s Settings) String() string {
	var parts []string
	s = s.plain()
	if s.Workers != 0 {
		parts = append(parts, "workers:"+strconv.Itoa(s.Workers))
	}
	if s.Limiter != "" {
		parts = append(parts, "limiter:"+s.Limiter)
	}
	if s.NoIndex {
		parts = append(parts, "index:off")
	}
	return strings.Join(parts, ",")
}

// Count and Limits are the settings with the defaults filled in.
func (s Settings) Count() int {
	if s.Workers == 0 {
		return defaultWorkers
	}
	return s.Workers
}

func (s Settings) Limits() Limiter {
	for _, l := range limiters {
		if l.Name == s.Limiter {
			return l
		}
	}
	return limiters[0]
}

// newSandbox is a playground of its own: an API server, an informer that has listed, and
// workers that wait for commands.
func newSandbox(engine string, s Settings) (*Playhead, error) {
	if engine == "" || engine == "workqueue" {
		engine = sim.Newest()
	}
	var workers []string
	for i := range s.Count() {
		workers = append(workers, "W"+strconv.Itoa(i+1))
	}
	l := s.Limits()
	cfg := sim.Config{Engine: engine, Start: "list", Workers: workers, Handlers: []string{"h1"}, Cluster: true, Seed: 1,
		Base: l.Base, Max: l.Max, QPS: l.QPS, Burst: l.Burst}
	if !s.NoIndex {
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
	h := &Playhead{Engine: engine, Speed: 1}
	line := model.New(w.Recorder(), w.Recorder().Len(), func(s *state.State) {
		for _, name := range workers {
			s.AddWorker(name)
		}
	})
	h.Session = model.NewSession(w, line, []sim.Point{w.Point()}, false)
	h.follow(0)
	return h, nil
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

// Knobs are how the workers act by themselves. They are commands of the session like any
// other: they can be undone, and other futures can have others.
type Knobs struct {
	Auto  bool
	Takes time.Duration
	Fails float64
}

// knobsOf reads the knobs off the commands so far.
func knobsOf(log []sim.Timed) Knobs {
	k := Knobs{Takes: time.Second} // as sim.New has it
	for _, t := range log {
		switch {
		case t.Verb == "auto":
			k.Auto = t.Text == "on"
		case t.Verb == "set" && t.Text == "duration":
			k.Takes = t.After
		case t.Verb == "set" && t.Text == "failure":
			k.Fails = t.Value
		}
	}
	return k
}

// earlier is a playground before its settings were changed.
type earlier struct {
	head *Playhead
	hash Hash
}

type (
	// Settle begins the playground anew with other settings and gives it the commands of the
	// future that is shown once more.
	Settle struct {
		Engine   string
		Settings Settings
	}
	// Unsettle changes the playground with the one before its settings were changed: nothing that
	// was done in either is lost.
	Unsettle struct{}
	// Fold opens or closes "settings", "code" or "metrics".
	Fold struct{ What string }
)

func (m Settle) do(p *Player) {
	if p.Head.Exercise != nil {
		return // it begins with settings of its own
	}
	old := earlier{p.Head, p.Hash}
	b := old.head.Session.Branch()
	h, err := newSandbox(m.Engine, m.Settings)
	if err != nil {
		p.say(p.refusal(err), true)
		return
	}
	p.rest()
	h.Speed = old.head.Speed
	steps := b.Commands(0, b.Last())
	passed := replay(h.Session, steps)
	p.Head, p.Tools.earlier = h, old
	p.Hash.Engine, p.Hash.Set = m.Engine, m.Settings.String()
	h.follow(h.Session.Branch().Last())
	switch {
	case len(passed) > 0:
		p.say(p.T("set.passed", "n", strconv.Itoa(h.Session.Branch().Last()), "passed", visible(strings.Join(passed, "; "))), true)
	case len(steps) > 0:
		p.say(p.T("set.replayed", "n", strconv.Itoa(len(steps))), false)
	}
}

func (Unsettle) do(p *Player) {
	was := p.Tools.earlier
	if was.head == nil {
		return
	}
	p.rest()
	p.Tools.earlier = earlier{p.Head, p.Hash}
	p.Head = was.head
	p.Hash.Engine, p.Hash.Set = was.hash.Engine, was.hash.Set
}

func (m Fold) do(p *Player) {
	switch m.What {
	case "settings":
		p.Tools.Settings = !p.Tools.Settings
	case "code":
		p.Hash.Code = map[bool]string{true: "0", false: "1"}[p.CodeOpen()]
	case "metrics":
		p.Hash.Side = map[bool]string{true: "", false: "metrics"}[p.MetricsOpen()]
	}
}

// Unsettles reports whether there is a playground from before the settings were changed.
func (p *Player) Unsettles() bool { return p.Tools.earlier.head != nil }

// Settings are those of the playground.
func (p *Player) Settings() Settings {
	s, _ := ParseSettings(p.Hash.Set)
	return s
}

// Knobs are those of the step that is shown.
func (p *Player) Knobs() Knobs {
	b := p.Head.Session.Branch()
	log := b.World.Log()
	return knobsOf(log[:min(max(b.Point(p.Head.Step).N, 0), len(log))])
}

func rate(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
