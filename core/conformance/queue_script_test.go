package conformance

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// A queueScript is a queue and what is done to it. Its text form is a header and one
// operation a line; lines that begin with # are comments.
//
//	queue fifo | queue plug | limited <limiter> | metered | untyped <how>
//	add a | after a 5ms | limited a | forget a
//	get | done a | sleep 5ms | shut | drain
type queueScript struct {
	header string
	ops    []queueOp
}

type queueOp struct {
	verb, key string
	d         time.Duration
}

func (o queueOp) String() string {
	s := o.verb
	if o.key != "" {
		s += " " + o.key
	}
	if o.d != 0 {
		s += " " + o.d.String()
	}
	return s
}

func (s queueScript) String() string {
	var b strings.Builder
	fmt.Fprintln(&b, s.header)
	for _, o := range s.ops {
		fmt.Fprintln(&b, o)
	}
	return b.String()
}

func parseQueueScript(text string) (queueScript, error) {
	var s queueScript
	for i, line := range strings.Split(text, "\n") {
		f := strings.Fields(line)
		switch {
		case len(f) == 0 || strings.HasPrefix(f[0], "#"):
		case s.header == "":
			s.header = strings.Join(f, " ")
		default:
			o := queueOp{verb: f[0]}
			for _, arg := range f[1:] {
				if d, err := time.ParseDuration(arg); err == nil {
					o.d = d
				} else {
					o.key = arg
				}
			}
			if !strings.Contains(" add after limited forget get done sleep shut drain ", " "+o.verb+" ") {
				return s, fmt.Errorf("line %d: unknown operation %q", i+1, line)
			}
			s.ops = append(s.ops, o)
		}
	}
	return s, nil
}

// The limiters a script can name; both sides build them.
var limiterNames = []string{"exponential", "fastslow", "bucket", "maxof", "maxwait", "default", "item"}

const scriptKeys = "abcde"

// randomQueueScript makes a script for a plain queue.
func randomQueueScript(r *rand.Rand) queueScript {
	s := queueScript{header: []string{"queue fifo", "queue plug"}[r.IntN(2)]}
	weights := []weight{{"add", 40}, {"get", 30}, {"done", 30}, {"shut", 1}, {"drain", 2}}
	return s.fill(r, weights)
}

// randomLimitedScript makes a script for a rate limiting queue.
func randomLimitedScript(r *rand.Rand) queueScript {
	s := queueScript{header: "limited " + limiterNames[r.IntN(len(limiterNames))]}
	weights := []weight{{"add", 10}, {"after", 25}, {"limited", 25}, {"forget", 5}, {"get", 20}, {"done", 20}, {"sleep", 20}, {"shut", 1}, {"drain", 1}}
	return s.fill(r, weights)
}

type weight struct {
	verb string
	n    int
}

func (s queueScript) fill(r *rand.Rand, weights []weight) queueScript {
	total := 0
	for _, w := range weights {
		total += w.n
	}
	keys := 1 + r.IntN(len(scriptKeys))
	for range 3 + r.IntN(50) {
		n := r.IntN(total)
		i := 0
		for ; n >= weights[i].n; i++ {
			n -= weights[i].n
		}
		o := queueOp{verb: weights[i].verb}
		switch o.verb {
		case "add", "after", "limited", "forget", "done":
			o.key = scriptKeys[r.IntN(keys):][:1]
		}
		switch o.verb {
		case "after":
			o.d = time.Duration(r.IntN(22)-1) * time.Millisecond
		case "sleep":
			o.d = time.Duration(1+r.IntN(30)) * time.Millisecond
		}
		s.ops = append(s.ops, o)
	}
	return s
}

// shrink removes operations as long as what is left still fails: large pieces first, then
// single ones, until none can go.
func (s queueScript) shrink(fails func(queueScript) bool) queueScript {
	for size := max(1, len(s.ops)/2); ; {
		removed := false
		for at := 0; at+size <= len(s.ops); {
			less := queueScript{header: s.header}
			less.ops = append(append(less.ops, s.ops[:at]...), s.ops[at+size:]...)
			if fails(less) {
				s, removed = less, true
			} else {
				at += size
			}
		}
		if size == 1 && !removed {
			return s
		}
		if !removed {
			size /= 2
		}
	}
}
