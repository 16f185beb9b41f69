package scenarios

import (
	"slices"
	"strings"
)

// Update returns the text of the lesson with the values that the runs found instead of
// those that did not hold; every other byte stays. Where engines differ, an item is parted
// into a line for each of them. Results, ranges, promises, full and nothing are left to a
// person.
func (l *Lesson) Update(runs ...*Run) string { return strings.Join(l.updated(runs...), "\n") }

// updated are the lines of Update: one of a file may have become several.
func (l *Lesson) updated(runs ...*Run) []string {
	wrong := map[int]map[string]map[string]string{} // line → item → engine → what was so
	for _, r := range runs {
		for _, f := range r.Failures {
			if !f.Updatable() {
				continue
			}
			if wrong[f.Line] == nil {
				wrong[f.Line] = map[string]map[string]string{}
			}
			if wrong[f.Line][f.Item] == nil {
				wrong[f.Line][f.Item] = map[string]string{}
			}
			now := f.Got
			if f.want.AnyOrder {
				now = strings.Replace(now, "=", "~=", 1)
			}
			wrong[f.Line][f.Item][f.Engine] = now
		}
	}
	lines := slices.Clone(l.lines)
	for n, items := range wrong {
		lines[n-1] = l.corrected(lines[n-1], items)
	}
	return lines
}

// corrected is a line of expectations with other values for some of its items, by engine.
func (l *Lesson) corrected(line string, wrong map[string]map[string]string) string {
	text := strings.TrimRight(line, " \t\r")
	end := line[len(text):]
	prefix, engines := "", l.Engines
	if head, rest, ok := strings.Cut(text, ": "); ok && !strings.Contains(head, "=") {
		prefix, engines, text = head+": ", strings.Split(head, ","), rest
	}
	var common []string
	apart := map[string][]string{} // engine → items of its own
	for _, item := range splitItems(text) {
		values := map[string]bool{}
		for _, e := range engines {
			values[orElse(wrong[item][e], item)] = true
		}
		if len(values) == 1 {
			common = append(common, orElse(wrong[item][engines[0]], item))
			continue
		}
		for _, e := range engines {
			apart[e] = append(apart[e], orElse(wrong[item][e], item))
		}
	}
	return strings.Join(parted(prefix, engines, common, apart), end+"\n") + end
}

// parted are lines of expectations: what all engines have in common, and what some of them have alike.
func parted(prefix string, engines, common []string, apart map[string][]string) (out []string) {
	if len(common) > 0 {
		out = append(out, prefix+strings.Join(common, "  "))
	}
	for len(apart) > 0 {
		// The first engine that is left, with all that have the same items.
		first := engines[slices.IndexFunc(engines, func(e string) bool { return apart[e] != nil })]
		items, alike := apart[first], []string(nil)
		for _, e := range engines {
			if slices.Equal(apart[e], items) {
				alike = append(alike, e)
			}
		}
		for _, e := range alike {
			delete(apart, e)
		}
		out = append(out, strings.Join(alike, ",")+": "+strings.Join(items, "  "))
	}
	return out
}

func orElse(value, other string) string {
	if value == "" {
		return other
	}
	return value
}
