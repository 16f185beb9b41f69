package scenarios

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/sim"
)

func (p *parser) headerLine() (more bool, err error) {
	text := p.text
	if strings.HasPrefix(text, "# ") {
		return true, nil
	}
	if text == "" {
		return len(p.header) == 0, nil
	}
	text, _, _ = strings.Cut(text, " # ")
	key, value, ok := strings.Cut(text, ":")
	value = strings.TrimSpace(value)
	if ok = ok && !strings.ContainsAny(key, " \t"); !ok || !slices.Contains(p.headerKeys(), key) {
		return true, p.noHeader(text, key, ok)
	}
	if at, twice := p.header[key]; twice {
		return true, p.fail("%s stands in line %d already: make them one line", key, at)
	}
	p.header[key] = p.line
	return true, p.set(key, value)
}

// noHeader says what a line of the header lacks.
func (p *parser) noHeader(text, key string, pair bool) error {
	switch {
	case len(p.header) > 0 && isStep(text):
		return p.fail("the step %q in the header: want a blank line above it", text)
	case len(p.header) == 0 && sim.Suggest(key, headerKeys) == "":
		return p.fail("%q is no scenario's first line: %s", text, begin)
	case pair:
		return p.fail("unknown header key %q%s", key, sim.Instead(key, p.headerKeys()))
	}
	return p.fail("%q: want a header line, key: value, and a blank line after the last", text)
}

var engines = append([]string{"workqueue"}, sim.Engines()...)

func (p *parser) set(key, value string) (err error) {
	l, words := p.l, strings.Fields(value)
	oneOf := func(list ...string) error {
		if !slices.Contains(list, value) {
			return p.fail("%s: unknown %q%s", key, value, sim.Instead(value, list))
		}
		return nil
	}
	switch key {
	case "id":
		l.ID = value
		if !goodID(value) {
			return p.fail("id %q: want a-z, 0-9 and -, as in my-lesson", value)
		}
	case "number":
		l.Number = value
	case "title", "question", "goal":
		return p.say(key, value)
	case "allow":
		p.x.Allow = words
		return p.allows(words)
	case "track":
		l.Track, err = value, oneOf(tracks...)
	case "level":
		if l.Level = slices.Index(levels, value) + 1; l.Level == 0 {
			return p.fail("level %q: want 1 core, 2 practice or 3 trap", value)
		}
	case "tags":
		l.Tags = words
	case "engines":
		l.Engines = words
		return p.listed(key, words, engines, "workqueue, or some of "+strings.Join(sim.Engines(), ", "))
	case "queue":
		l.Queues = words
		return p.listed(key, words, sim.Queues(), strings.Join(sim.Queues(), ", ")+" or both")
	case "view":
		l.View, err = value, oneOf(lessonViews...)
	case "side":
		l.Side, err = value, oneOf(lessonSides...)
	case "workers":
		l.Workers = words
		l.config.Workers = append([]string{}, words...)
		return p.names(key, words, sim.MaxWorkers, nil)
	case "handlers":
		l.config.Handlers = words
		return p.names(key, words, MaxActs, sim.CheckHandler)
	case "indexes":
		l.config.Indexes = words
		return p.names(key, words, MaxActs, sim.CheckIndex)
	case "transform":
		if l.config.Transform, err = value, sim.CheckTransform(value); err != nil {
			return p.fail("%w", sim.Plain(err))
		}
	case "sources":
		l.Sources = words
	case "after":
		l.After = words
	case "orders":
		return p.orders(value)
	case "unverified":
		l.Unverified = value
	case "start":
		l.config.Start, err = value, oneOf("list", "stream")
	case "seed":
		if l.config.Seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			return p.fail("seed %q: want a whole number such as 42", value)
		}
	case "resync":
		if l.config.Resync, err = time.ParseDuration(value); err != nil || l.config.Resync < 0 {
			return p.fail("resync %q: want a duration such as 30s", value)
		}
	case "pages":
		if l.config.Pages, err = strconv.Atoi(value); err != nil || l.config.Pages < 1 {
			return p.fail("pages %q: want how many objects a page of a list has, such as 2", value)
		}
	case "detector":
		l.config.Detector, err = value == "on", oneOf("on", "off")
	case "limiter":
		return p.limiter(words)
	case "invariants":
		for _, w := range words {
			promise, ok := promises[w]
			if !ok {
				return p.fail("unknown invariant %q%s", w, sim.Instead(w, promiseNames()))
			}
			l.Promises = append(l.Promises, string(promise))
		}
	case "server":
		return p.server(words)
	}
	return err
}

// listed sees that the words are some of a list, each once; where there are none, it says what is wanted.
func (p *parser) listed(key string, words, of []string, want string) error {
	for i, w := range words {
		if !slices.Contains(of, w) {
			return p.fail("%s: unknown %q%s", key, w, sim.Instead(w, of))
		}
		if slices.Contains(words[:i], w) {
			return p.fail("%s: %s stands there twice: leave one out", key, w)
		}
	}
	if len(words) == 0 {
		return p.fail("%s: none: want %s", key, want)
	}
	return nil
}

// limiter reads "base=5ms max=1000s qps=10 burst=100".
func (p *parser) limiter(words []string) (err error) {
	c := &p.l.config
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		good := false
		switch key {
		case "base":
			c.Base, err = time.ParseDuration(value)
			good = c.Base > 0
		case "max":
			c.Max, err = time.ParseDuration(value)
			good = c.Max > 0 && int64(c.Max) <= sim.MaxTime
		case "qps":
			c.QPS, err = strconv.ParseFloat(value, 64)
			good = c.QPS > 0 && c.QPS <= maxQPS
		case "burst":
			c.Burst, err = strconv.Atoi(value)
			good = c.Burst > 0
		default:
			return p.fail("limiter: unknown key %q%s", key, sim.Instead(key, []string{"base", "max", "qps", "burst"}))
		}
		if err != nil || !good {
			return p.fail("limiter: %q: want numbers above 0, as in base=5ms max=1000s qps=10 burst=100", w)
		}
	}
	return nil
}

// maxQPS bounds the limiter's bucket: a token a nanosecond.
const maxQPS = 1e9

// server reads "rv=10 p1@5/n1 p2@7/n2/u2": what the API server has before step 0.
func (p *parser) server(words []string) error {
	last := ""
	for _, w := range words {
		text := ""
		if rv, ok := strings.CutPrefix(w, "rv="); ok {
			last = "rv " + rv
			continue
		}
		for i, part := range strings.Split(w, "/") {
			text += []string{"create ", " ", " uid=", " "}[min(i, 3)] + part
		}
		c, err := sim.ParseCommand(text)
		if err != nil {
			return p.fail("server: %q: want name@rv/node/uid, as in p1@5/n1: %w", w, sim.Plain(err))
		}
		p.l.Server = append(p.l.Server, c)
	}
	if last != "" {
		c, err := sim.ParseCommand(last)
		if err != nil {
			return p.fail("server: rv=%s: want a number, as in rv=10", strings.TrimPrefix(last, "rv "))
		}
		p.l.Server = append(p.l.Server, c)
	}
	return nil
}
