package gate

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"

	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
)

// maxValue bounds one parameter; the longest real ones are continue tokens and selectors.
const maxValue = 4 << 10

// parameters are the only query parameters there are, with what reads them. A parameter that is given
// twice, or is not here, is refused.
var parameters = map[string]func(q *Query, value string) *Problem{
	"watch":               func(q *Query, v string) *Problem { return readBool(&q.Watch, v) },
	"allowWatchBookmarks": func(q *Query, v string) *Problem { return readBool(&q.AllowWatchBookmarks, v) },
	"sendInitialEvents": func(q *Query, v string) *Problem {
		q.SendInitialEvents = new(bool)
		return readBool(q.SendInitialEvents, v)
	},
	"resourceVersion": func(q *Query, v string) *Problem {
		if v == "" {
			return nil
		}
		if _, err := strconv.ParseUint(v, 10, 64); err != nil {
			return ErrParameterValue
		}
		q.ResourceVersion = v
		return nil
	},
	"resourceVersionMatch": func(q *Query, v string) *Problem {
		if v != "" && v != "Exact" && v != "NotOlderThan" {
			return ErrCombination // as an API server has it: 422
		}
		q.ResourceVersionMatch = v
		return nil
	},
	"limit": func(q *Query, v string) *Problem { return readCount(&q.Limit, v) },
	"continue": func(q *Query, v string) *Problem {
		for _, c := range []byte(v) {
			if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '=' || c == '.') {
				return ErrParameterValue
			}
		}
		q.Continue = v
		return nil
	},
	"labelSelector": func(q *Query, v string) *Problem {
		if _, err := labels.Parse(v); err != nil {
			return ErrParameterValue
		}
		q.LabelSelector = v
		return nil
	},
	"fieldSelector": func(q *Query, v string) *Problem {
		if _, err := fields.ParseSelector(v); err != nil {
			return ErrParameterValue
		}
		q.FieldSelector = v
		return nil
	},
	"timeoutSeconds": func(q *Query, v string) *Problem { return readCount(&q.TimeoutSeconds, v) },
	// client-go adds its own request timeout to every URL; the connection's end says the same.
	"timeout": func(_ *Query, v string) *Problem {
		if d, err := time.ParseDuration(v); err != nil || d < 0 {
			return ErrParameterValue
		}
		return nil
	},
}

// parseQuery reads a raw query string against the table.
func parseQuery(raw string) (Query, *Problem) {
	var q Query
	values, err := url.ParseQuery(raw)
	if err != nil {
		return q, ErrParameter.seen("the query %s cannot be read: want name=value&name=value, escaped as in a URL", quoted(raw))
	}
	for _, name := range slices.Sorted(maps.Keys(values)) { // of several faults the same is told each time
		given := values[name]
		read, known := parameters[name]
		switch {
		case !known:
			return q, ErrParameter.seen("there is no query parameter %s (its value is %s)", quoted(name), quoted(given[0]))
		case len(given) != 1:
			return q, ErrParameter.seen("the query parameter %s is given %d times, first as %s and then as %s: want it once", name, len(given), quoted(given[0]), quoted(given[1]))
		case len(given[0]) > maxValue:
			return q, ErrParameterValue.seen("the query parameter %s has %d bytes, %s: want %d at most", name, len(given[0]), quoted(given[0]), maxValue)
		}
		p := ErrParameterValue
		if printable(given[0]) {
			p = read(&q, given[0])
		}
		if p == ErrParameterValue {
			p = p.seen("the query parameter %s is %s, which is not valid", name, quoted(given[0]))
		}
		if p != nil {
			return q, p
		}
	}
	return q, q.check()
}

// check refuses combinations, as an API server does.
// Source: https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
func (q Query) check() *Problem {
	match, rv := q.ResourceVersionMatch, q.ResourceVersion
	switch {
	case !q.Watch && q.SendInitialEvents != nil,
		q.Watch && q.SendInitialEvents != nil && match != "NotOlderThan",
		q.Watch && q.SendInitialEvents == nil && match != "",
		!q.Watch && match != "" && rv == "",
		match == "Exact" && isZero(rv),
		match != "" && q.Continue != "":
		return ErrCombination
	case q.Continue != "" && rv != "" && !isZero(rv):
		return ErrParameter.seen("continue is %s and resourceVersion %s: the token holds its version, want no other", quoted(q.Continue), quoted(rv))
	case q.Watch && q.Continue != "":
		return ErrParameter.seen("continue is %s on a watch: want it on a list", quoted(q.Continue))
	}
	return nil
}

// isZero reports whether rv says "any version".
func isZero(rv string) bool { n, err := strconv.ParseUint(rv, 10, 64); return err == nil && n == 0 }

func readBool(into *bool, v string) *Problem {
	switch v {
	case "true", "1":
		*into = true
	case "false", "0":
		*into = false
	default:
		return ErrParameterValue
	}
	return nil
}

func readCount(into *int64, v string) *Problem {
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil || n < 0 {
		return ErrParameterValue
	}
	*into = n
	return nil
}

func printable(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] == 0x7f {
			return false
		}
	}
	return true
}
