package priority

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
)

// A script is a queue and what is done to it. Its text form is the limiter's name and one
// operation a line; lines that begin with # are comments.
//
//	exponential | fastslow | maxof
//	add a[,b] [p=5] [after=5ms] [limited] [&]
//	get | done a | forget a | sleep 5ms | shut
//
// After each operation both queues are let come to rest; with & the next one follows at once.
type script struct {
	limiter string
	ops     []op
}

type op struct {
	verb   string
	keys   []string
	opts   priorityqueue.AddOpts
	d      time.Duration
	atOnce bool
}

func (o op) String() string {
	s := o.verb
	if len(o.keys) > 0 {
		s += " " + strings.Join(o.keys, ",")
	}
	if o.opts.Priority != nil {
		s += fmt.Sprint(" p=", *o.opts.Priority)
	}
	if o.opts.After != 0 {
		s += " after=" + o.opts.After.String()
	}
	if o.opts.RateLimited {
		s += " limited"
	}
	if o.d != 0 {
		s += " " + o.d.String()
	}
	if o.atOnce {
		s += " &"
	}
	return s
}

func (s script) String() string {
	text := s.limiter + "\n"
	for _, o := range s.ops {
		text += o.String() + "\n"
	}
	return text
}

func parse(text string) (s script, err error) {
	for i, line := range strings.Split(text, "\n") {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		if s.limiter == "" {
			s.limiter = f[0]
			continue
		}
		o := op{verb: f[0]}
		if !slices.Contains([]string{"add", "get", "done", "forget", "sleep", "shut"}, o.verb) {
			return s, fmt.Errorf("line %d: unknown operation %q", i+1, line)
		}
		for _, word := range f[1:] {
			name, value, _ := strings.Cut(word, "=")
			switch {
			case name == "p":
				n, bad := strconv.Atoi(value)
				o.opts.Priority, err = &n, bad
			case name == "after":
				o.opts.After, err = time.ParseDuration(value)
			case word == "limited":
				o.opts.RateLimited = true
			case word == "&":
				o.atOnce = true
			case o.verb == "sleep":
				o.d, err = time.ParseDuration(word)
			default:
				o.keys = strings.Split(word, ",")
			}
			if err != nil {
				return s, fmt.Errorf("line %d: %q: %w", i+1, line, err)
			}
		}
		s.ops = append(s.ops, o)
	}
	return s, nil
}

const scriptKeys = "abcdefgh"

// random makes a script. Some have few priorities, as programs have, some any; in most something
// is nearly always ready, in others something nearly always waits for a key.
func random(r *rand.Rand) script {
	s := script{limiter: []string{"exponential", "fastslow", "maxof"}[r.IntN(3)]}
	adds, gets, keys, spread := 20+r.IntN(60), 10+r.IntN(40), 1+r.IntN(len(scriptKeys)), []int{1, 2, 3, 60}[r.IntN(4)]
	key := func() string { return scriptKeys[r.IntN(keys):][:1] }
	for range 3 + r.IntN(60) {
		var o op
		switch n := r.IntN(adds + gets + 60); {
		case n < adds:
			o.verb = "add"
			for range 1 + r.IntN(8)/6 {
				o.keys = append(o.keys, key())
			}
			if r.IntN(3) > 0 {
				o.opts.Priority = new([]int{0, -100, 7, r.IntN(100) - 50}[r.IntN(4)])
				if spread < 60 {
					o.opts.Priority = new(r.IntN(spread) * -100)
				}
			}
			if r.IntN(3) == 0 {
				o.opts.After = time.Duration(r.IntN(25)-2) * time.Millisecond
			}
			o.opts.RateLimited = r.IntN(4) == 0
			o.atOnce = r.IntN(4) == 0
		case n < adds+gets:
			o.verb = "get"
		case n < adds+gets+35:
			o.verb, o.keys = "done", []string{key()}
		case n < adds+gets+40:
			o.verb, o.keys = "forget", []string{key()}
		case n < adds+gets+59:
			o.verb, o.d = "sleep", time.Duration(1+r.IntN(30))*time.Millisecond
			if r.IntN(10) == 0 {
				o.d = time.Duration(r.IntN(4)) * 300 * time.Millisecond
			}
		default:
			o.verb = "shut"
			if r.IntN(4) > 0 { // few have a long life after it
				o.verb = "get"
			}
		}
		s.ops = append(s.ops, o)
	}
	return s
}

// shrink removes operations as long as what is left still fails: large pieces first, then
// single ones, until none can go; then what an Add says more than it must.
func (s script) shrink(fails func(script) bool) script {
	for size := max(1, len(s.ops)/2); ; {
		removed := false
		for at := 0; at+size <= len(s.ops); {
			less := script{limiter: s.limiter, ops: slices.Concat(s.ops[:at], s.ops[at+size:])}
			if fails(less) {
				s, removed = less, true
			} else {
				at += size
			}
		}
		if size == 1 && !removed {
			break
		}
		if !removed {
			size /= 2
		}
	}
	for i := range s.ops {
		for _, simpler := range []func(o *op){
			func(o *op) { o.atOnce = false },
			func(o *op) { o.opts.RateLimited = false },
			func(o *op) { o.opts.After = 0 },
			func(o *op) { o.opts.Priority = nil },
			func(o *op) { o.keys = o.keys[:min(1, len(o.keys))] },
		} {
			less := script{limiter: s.limiter, ops: slices.Clone(s.ops)}
			if simpler(&less.ops[i]); less.String() != s.String() && fails(less) {
				s = less
			}
		}
	}
	return s
}
