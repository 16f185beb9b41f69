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

// corrected is a line of expectations with other values for some of its items, by what they were seen on.
func (l *Lesson) corrected(line string, wrong map[string]map[string]string) string {
	text := strings.TrimRight(line, " \t\r")
	end := line[len(text):]
	prefix, on := "", l.Sides()
	if head, rest, ok := strings.Cut(text, ": "); ok && !strings.Contains(head, "=") {
		names := strings.Split(head, ",")
		prefix, text = head+": ", rest
		on = slices.DeleteFunc(on, func(s Side) bool { return !speaks(names, s.Engine, s.Queue) })
	}
	var apart items
	for _, item := range splitItems(text) {
		apart.add(l, on, func(s Side) string { return orElse(wrong[item][l.Called(s)], item) })
	}
	return strings.Join(apart.lines(l, prefix), end+"\n") + end
}

// items are those of a step's expectations: what all have in common, and by name what some queues, some
// engines, or an engine with a queue have. The zero value has none.
type items struct {
	common []string
	apart  map[string][]string
}

// add adds an item that reads otherwise on some; "" is left out.
func (p *items) add(l *Lesson, on []Side, item func(Side) string) {
	decides := func(name func(Side) string) bool {
		seen := map[string]string{}
		for _, s := range on {
			if was, ok := seen[name(s)]; ok && was != item(s) {
				return false
			}
			seen[name(s)] = item(s)
		}
		return !slices.ContainsFunc(l.Sides(), func(s Side) bool { // the name would be of more
			_, named := seen[name(s)]
			return named && name(s) != "" && !slices.Contains(on, s)
		})
	}
	name := Side.both
	for _, one := range []func(Side) string{func(Side) string { return "" }, func(s Side) string { return s.Queue }, func(s Side) string { return s.Engine }} {
		if decides(one) {
			name = one
			break
		}
	}
	told := map[string]bool{}
	for _, s := range on {
		switch n := name(s); {
		case told[n] || item(s) == "":
		case n == "":
			p.common = append(p.common, item(s))
		default:
			if p.apart == nil {
				p.apart = map[string][]string{}
			}
			p.apart[n] = append(p.apart[n], item(s))
		}
		told[name(s)] = true
	}
}

// lines are those of a file: what all have in common behind prefix, and what some have alike.
func (p *items) lines(l *Lesson, prefix string) (out []string) {
	if len(p.common) > 0 {
		out = append(out, prefix+strings.Join(p.common, "  "))
	}
	for _, names := range [][]string{l.Queues, l.Engines} {
		for i, name := range names { // the first that is left, with all that have the same items
			items := p.apart[name]
			if items == nil {
				continue
			}
			alike := []string{name}
			for _, other := range names[i+1:] {
				if slices.Equal(p.apart[other], items) {
					alike = append(alike, other)
					delete(p.apart, other)
				}
			}
			out = append(out, strings.Join(alike, ",")+": "+strings.Join(items, "  "))
		}
	}
	for _, s := range l.Sides() {
		if items := p.apart[s.both()]; items != nil {
			out = append(out, s.both()+": "+strings.Join(items, "  "))
		}
	}
	return out
}

func orElse(value, other string) string {
	if value == "" {
		return other
	}
	return value
}
