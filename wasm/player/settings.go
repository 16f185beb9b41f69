package player

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/tell"
)

// Settings are what the playground's World is made of, beside its engine: lines of a scenario's
// header. They hold from the World's beginning: another one begins anew. The zero value is the
// default.
type Settings struct {
	Lines string // "key: value" lines in the order of scenarios.Headers; those that are as usual are left out
	Cold  bool   // the informer waits for a start
}

// usual is the header where the settings say nothing else.
var usual = map[string]string{"workers": "W1 W2", "handlers": "h1", "indexes": "byNode=.spec.nodeName", "start": "list", "seed": "1", "queue": sim.ClientGoQueue,
	"limiter": limiters[0].value()}

// Get is the value of a header key.
func (s Settings) Get(key string) string {
	for line := range strings.SplitSeq(s.Lines, "\n") {
		if name, value, ok := strings.Cut(line, ":"); ok && name == key {
			return strings.TrimSpace(value)
		}
	}
	return usual[key]
}

// With is s with another value of a header key.
func (s Settings) With(key, value string) Settings {
	var lines []string
	for _, h := range scenarios.Headers() {
		v := s.Get(h.Key)
		if h.Key == key {
			if v = strings.Join(strings.Fields(value), " "); v == "" && !h.Many {
				v = usual[key]
			}
		}
		if v != usual[h.Key] {
			lines = append(lines, strings.TrimSpace(h.Key+": "+v))
		}
	}
	s.Lines = strings.Join(lines, "\n")
	return s
}

// Header is the settings with the defaults filled in, as a file has them.
func (s Settings) Header() string {
	var b strings.Builder
	for _, h := range scenarios.Headers() {
		if v := s.Get(h.Key); v != "" || h.Key == "workers" {
			b.WriteString(h.Key + ": " + v + "\n")
		}
	}
	return b.String()
}

// lesson is a scenario with these settings and nothing else.
func (s Settings) lesson(engine string) (*scenarios.Lesson, error) {
	l, err := scenarios.Parse("", "id: playground\nengines: "+engine+"\n"+s.Header()+"\nrun until idle\n")
	if at := (*scenarios.Error)(nil); errors.As(err, &at) {
		err = errors.New(at.Text) // its line is none of the reader's
	}
	return l, err
}

const maxWorkers = 4 // of the menu: as many as the plan has room for

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

// value is the limiter as a header has it.
func (l Limiter) value() string {
	text := "base=" + l.Base.String() + " max=" + strconv.Itoa(int(l.Max.Seconds())) + "s"
	if l.QPS != 0 {
		text += " qps=" + rate(l.QPS) + " burst=" + strconv.Itoa(l.Burst)
	}
	return text
}

// ParseSettings reads what String prints: "workers:3,limiter:bucket,index:off", or where a value has
// a comma in it "handlers:h1 h2=observe,resync=5m;pages:2;".
func ParseSettings(text string) (s Settings, ok bool) {
	between := ","
	if text == "" {
		return s, true
	}
	if strings.Contains(text, ";") {
		between = ";"
	}
	for part := range strings.SplitSeq(text, between) {
		name, value, _ := strings.Cut(part, ":")
		switch n, err := strconv.Atoi(value); {
		case part == "":
		case name == "workers" && err == nil:
			if n < 1 || n > maxWorkers {
				return Settings{}, false
			}
			s = s.With(name, workerNames(n))
		case name == "limiter" && !strings.Contains(value, "="):
			i := slices.Index(LimiterNames(), value)
			if i < 0 {
				return Settings{}, false
			}
			s = s.With(name, limiters[i].value())
		case name == "index" && value == "off":
			s = s.With("indexes", "")
		case name == "index" && value == "on":
		case name == "begin" && value == "cold":
			s.Cold = true
		default:
			if h, ok := scenarios.HeaderNamed(name); !ok || h.Fields == nil {
				return Settings{}, false
			}
			s = s.With(name, value)
		}
	}
	if _, err := s.lesson(sim.Newest()); err != nil {
		return Settings{}, false
	}
	return s, true
}

// workerNames are the names of n workers, as a header has them.
func workerNames(n int) string {
	var names []string
	for i := range n {
		names = append(names, "W"+strconv.Itoa(i+1))
	}
	return strings.Join(names, " ")
}

// String prints the settings as links carry them; "" is the default.
func (s Settings) String() string {
	var parts, last []string
	for line := range strings.SplitSeq(s.Lines, "\n") {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch {
		case line == "":
			continue
		case key == "workers" && s.Count() > 0:
			value = strconv.Itoa(s.Count())
		case key == "limiter" && s.Limits().Name != "":
			value = s.Limits().Name
		case key == "indexes" && value == "":
			last = []string{"index:off"}
			continue
		}
		parts = append(parts, key+":"+value)
	}
	if parts = append(parts, last...); s.Cold {
		parts = append(parts, "begin:cold")
	}
	if text := strings.Join(parts, ","); strings.Count(text, ",") < max(len(parts), 1) {
		return text
	}
	return strings.Join(parts, ";") + ";"
}

// Workers is s with so many workers of the usual names.
func (s Settings) Workers(n string) Settings {
	many, err := strconv.Atoi(n)
	if err != nil {
		return s
	}
	return s.With("workers", workerNames(many))
}

// Index is s with the usual index, or with none.
func (s Settings) Index(on bool) Settings {
	if on {
		return s.With("indexes", usual["indexes"])
	}
	return s.With("indexes", "")
}

// Limiter is s with one of LimiterNames.
func (s Settings) Limiter(name string) Settings {
	i := slices.Index(LimiterNames(), name)
	if i < 0 {
		return s
	}
	return s.With("limiter", limiters[i].value())
}

// Count is how many workers there are, of those that are called W1, W2 and so on; 0 where they are
// called otherwise or there are more than the menu has.
func (s Settings) Count() int {
	for n := 1; n <= maxWorkers; n++ {
		if s.Get("workers") == workerNames(n) {
			return n
		}
	}
	return 0
}

// Limits is the limiter; one that the menu does not have has no name.
func (s Settings) Limits() Limiter {
	for _, l := range limiters {
		if l.value() == s.Get("limiter") {
			return l
		}
	}
	l, err := s.lesson(sim.Newest())
	if err != nil {
		return limiters[0]
	}
	c := l.Config(sim.Newest())
	return Limiter{Base: c.Base, Max: c.Max, QPS: c.QPS, Burst: c.Burst}
}

// newSandbox is a playground of its own: an API server, an informer that has listed, and
// workers that wait for commands.
func newSandbox(engine string, s Settings) (*Playhead, error) {
	if engine == "" || engine == "workqueue" {
		engine = sim.Newest()
	}
	l, err := s.lesson(engine)
	if err != nil {
		return nil, err
	}
	w, err := sim.New(l.Config(engine))
	if err != nil {
		return nil, err
	}
	for _, c := range l.Server {
		if err := w.Do(c); err != nil {
			return nil, err
		}
	}
	begin := []string{"auto off", "start", "run until idle"}
	if s.Cold {
		begin = begin[:1]
	}
	for _, line := range begin {
		if err := do(w, line); err != nil {
			return nil, err
		}
	}
	h := &Playhead{Engine: engine, Speed: 1}
	line := model.New(w.Recorder(), w.Recorder().Len(), func(s *state.State) {
		for _, name := range l.Workers {
			s.AddWorker(name)
		}
	})
	h.Session = model.NewSession(w, line, []sim.Point{w.Point()}, false)
	h.follow(0)
	return h, nil
}

// replay gives the commands of another World's steps to a session. What makes no sense here,
// such as a call by a worker who is not there, is passed over and returned. A queue without priorities is
// asked without.
func replay(s *model.Session, steps [][]sim.Timed) (passed []string) {
	for part := range strings.SplitSeq(inline(asked(steps, sim.PriorityQueue)), "; ") { // as they were meant
		if part == "" {
			continue
		}
		l, err := sim.ParseLine(part)
		if err == nil {
			l.Command = l.Command.On(s.Branch().World.Config().Queue)
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
	// Fold opens or closes "settings", "commands", "goal", "code" or "metrics".
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
		p.say(refusal(err), true)
		return
	}
	p.rest()
	h.Speed = old.head.Speed
	steps := b.Commands(0, b.Last())
	passed := replay(h.Session, steps)
	p.Head, p.Tools.earlier = h, old
	p.Hash.Engine, p.Hash.Set = m.Engine, m.Settings.String()
	h.follow(h.Session.Branch().Last())
	for i, l := range passed {
		passed[i] = visible(l)
	}
	switch {
	case len(passed) > 0:
		p.say(tell.Message("set.passed", "n", strconv.Itoa(h.Session.Branch().Last()), "passed", tell.Joined(passed, "join.parts")), true)
	case len(steps) > 0:
		p.say(tell.Message("set.replayed", "n", strconv.Itoa(len(steps))), false)
	}
	if said, bad := p.notice, p.Bad; p.ranked() {
		p.say(func(t tell.Teller) string { return t.Tell(said) + t.Say("play.between") + t.Say("queues.ranked") }, bad)
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
	case "goal":
		p.Tools.Goal = !p.Tools.Goal
	case "commands":
		p.Tools.Form = Form{Shown: !p.Tools.Form.Shown, Header: p.Tools.Form.Header, first: p.Tools.Form.first, values: p.Tools.Form.values}
	case "code":
		p.foldCode()
	case "metrics":
		p.foldMetrics()
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
