package state

import "strings"

// Differ compares the items of two lists or sets whatever their order: those of want that
// got lacks, and those that got has beside them. ok is false when the values are no groups,
// or when want leaves items open with stars, dots or ranges.
func Differ(view, want, got string) (missing, extra []string, ok bool) {
	w, err := parse(want)
	if err != nil || w.open == 0 || stars(w) > 0 {
		return nil, nil, false
	}
	g, err := parse(got)
	if err != nil || g.open == 0 {
		return nil, nil, false
	}
	left := map[string]int{}
	for _, k := range g.kids {
		left[k.String()]++
	}
	for _, k := range w.kids {
		text := k.String()
		if view == "p" && !strings.Contains(text, ":") {
			text = withWorker(left, text)
		}
		if left[text] == 0 {
			missing = append(missing, k.String())
			continue
		}
		left[text]--
	}
	for _, k := range g.kids {
		if text := k.String(); left[text] > 0 {
			left[text]--
			extra = append(extra, text)
		}
	}
	return missing, extra, true
}

// withWorker finds the key with whoever holds it: "a" is "a:W1".
func withWorker(left map[string]int, key string) string {
	best := key
	for text, n := range left {
		if name, _, _ := strings.Cut(text, ":"); n > 0 && name == key && (best == key || text < best) {
			best = text
		}
	}
	return best
}

// String prints the value with one blank between items.
func (t term) String() string {
	if t.open == 0 {
		return t.head
	}
	kids := make([]string, len(t.kids))
	for i, k := range t.kids {
		kids[i] = k.String()
	}
	return t.head + string(t.open) + strings.Join(kids, " ") + string(closing[t.open]) + t.tail
}
