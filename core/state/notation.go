package state

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/trace"
)

// The notation of states is read here and printed in view.go. A value is words and groups:
//
//	value = word | group          group = head ( "[" list | "{" set | "(" list ) tail
//	[a b]   {a:W1 b}   [p1:[Added@1 Updated@2]]   [LIST(10)->60]   10
//
// One blank separates; two blanks part the items of a line. In the queue with priorities a:5 is the key a, with the priority 5,
// and "a:5" a key of that name.

// term is a parsed value: a word (no kids, open 0), or a group with what stands before and
// after it.
type term struct {
	head string
	open byte // '[', '{', '(', or 0
	kids []term
	tail string
}

var closing = map[byte]byte{'[': ']', '{': '}', '(': ')'}

// maxDepth bounds nesting; the notation itself needs 3.
const maxDepth = 16

// parse reads one value that takes the whole text.
func parse(text string) (term, error) {
	t, rest, err := parseTerm(text, 0)
	if err == nil && rest != "" {
		what := "take it out"
		if rest[0] == ' ' {
			what = "want two blanks between items"
		}
		err = fmt.Errorf("notation: %q: %q is left over: %s", text, rest, what)
	}
	return t, err
}

func parseTerm(text string, depth int) (t term, rest string, err error) {
	if depth > maxDepth {
		return t, "", fmt.Errorf("notation: nested deeper than %d: want at most 3", maxDepth)
	}
	i := strings.IndexAny(text, "[{( ]})")
	if i < 0 || text[i] == ' ' || strings.IndexByte("]})", text[i]) >= 0 {
		if i < 0 {
			i = len(text)
		}
		return term{head: text[:i]}, text[i:], nil
	}
	t.head, t.open = text[:i], text[i]
	rest = text[i+1:]
	for {
		rest = strings.TrimLeft(rest, " ")
		if rest == "" {
			return t, "", fmt.Errorf("notation: %q: want %q at the end", text, closing[t.open])
		}
		if rest[0] == closing[t.open] {
			break
		}
		var kid term
		if kid, rest, err = parseTerm(rest, depth+1); err != nil {
			return t, "", err
		}
		if kid.head == "" && kid.open == 0 {
			return t, "", fmt.Errorf("notation: %q: %q closes what is not open: take it out", text, rest[0])
		}
		t.kids = append(t.kids, kid)
	}
	tail, rest, err := parseTerm(rest[1:], depth+1)
	if err == nil && tail.open != 0 {
		err = fmt.Errorf("notation: %q: want one group of brackets in a word", text)
	}
	t.tail = tail.head
	return t, rest, err
}

// Match reports whether got, as View(view, …) prints it, is what want asks for: sets in any
// order, lists in order unless anyOrder, "*" anything, "0.8s..1.6s" and "3..5" ranges,
// durations by their length; "..." any items, "...98" so many of them. In p a key may come
// without its worker. The error says what is wrong with want.
func Match(view, want, got string, anyOrder bool) (bool, error) {
	w, err := parse(want)
	if err != nil {
		return false, err
	}
	g, err := parse(got)
	if err != nil {
		return false, err
	}
	if anyOrder && w.open == '[' && g.open == '[' {
		w.open, g.open = '{', '{'
	}
	return matcher{workers: view == "p"}.match(w, g), nil
}

type matcher struct {
	workers bool // a key of want may leave its worker out
}

func (m matcher) match(want, got term) bool {
	if want.open == 0 && want.head == "*" {
		return true
	}
	if want.open != got.open || !m.word(want.head, got.head) || !m.word(want.tail, got.tail) {
		return false
	}
	if want.open == '{' {
		return m.set(want.kids, got.kids)
	}
	return m.list(want.kids, got.kids)
}

// list compares items in order. An open "..." takes as few items as it can and gives in
// when what follows does not fit; only the last one need be tried again.
func (m matcher) list(want, got []term) bool {
	i, j := 0, 0
	again, from := -1, 0 // after the last open dots, and what they have taken up to
	for i < len(want) || j < len(got) {
		ok := false
		if i < len(want) {
			least, open, dots := want[i].dots()
			switch {
			case dots && j+least <= len(got):
				i, j, ok = i+1, j+least, true
				if open {
					again, from = i, j
				}
			case !dots && j < len(got):
				if ok = m.match(want[i], got[j]); ok {
					i, j = i+1, j+1
				}
			}
		}
		if ok {
			continue
		}
		if again < 0 || from >= len(got) {
			return false
		}
		from++
		i, j = again, from
	}
	return true
}

// set compares items in any order.
func (m matcher) set(want, got []term) bool {
	rest, more, open := []term(nil), 0, false
	for _, w := range want {
		if n, o, ok := w.dots(); ok {
			more, open = more+n, open || o
		} else {
			rest = append(rest, w)
		}
	}
	n := len(got) - len(rest)
	return (n == more || open && n > more) && m.pair(rest, got)
}

// dots reads "...", which stands for any number of items, and "...98".
func (t term) dots() (least int, open, ok bool) {
	text, ok := strings.CutPrefix(t.head, "...")
	if !ok || t.open != 0 {
		return 0, false, false
	}
	if text == "" {
		return 0, true, true
	}
	least, err := strconv.Atoi(text)
	return least, false, err == nil && least >= 0
}

// pair finds for each want a got of its own: what is the same word for word first, then
// what asks for more before what is content with less; that is enough for the notation,
// where stars stand alone. Sets of more than MaxLoose items that are not the same word for
// word do not match: comparing each with each would take too long.
func (m matcher) pair(want, got []term) bool {
	same := map[string]int{}
	for _, g := range got {
		same[g.String()]++
	}
	var loose []term
	for _, w := range want {
		if text := w.String(); same[text] > 0 {
			same[text]--
		} else {
			loose = append(loose, w)
		}
	}
	if len(loose) == 0 {
		return true
	}
	if len(loose) > MaxLoose {
		return false
	}
	var rest []term
	for _, g := range got {
		if text := g.String(); same[text] > 0 {
			same[text]--
			rest = append(rest, g)
		}
	}
	slices.SortStableFunc(loose, func(a, b term) int { return stars(a) - stars(b) })
	for _, w := range loose {
		i := slices.IndexFunc(rest, func(g term) bool { return m.match(w, g) })
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return true
}

// loose counts the items of a value that do not stand for themselves.
func loose(t term) (n int) {
	for _, k := range t.kids {
		if stars(k) > 0 {
			n++
		}
	}
	return n
}

// MaxLoose bounds the items of one set that name something else than what they stand for,
// with stars, ranges or without a worker.
const MaxLoose = 1000

func stars(t term) int {
	n := strings.Count(t.head, "*") + strings.Count(t.head, "..") + strings.Count(t.tail, "*")
	for _, k := range t.kids {
		n += stars(k)
	}
	return n
}

// word compares two words piece by piece; pieces are parted by @, : and ->.
func (m matcher) word(want, got string) bool {
	if want == got {
		return true
	}
	if m.workers && keyed(want) == len(want) {
		got = got[:keyed(got)]
	}
	w, g := pieces(want), pieces(got)
	if len(w) != len(g) {
		return false
	}
	for i := range w {
		if !piece(w[i], g[i]) {
			return false
		}
	}
	return true
}

// keyed is where the key of a word ends, which is quoted where it has a colon before a number.
func keyed(word string) int {
	if quoted := trace.Quoted(word); quoted != "" {
		return len(quoted)
	}
	if i := strings.IndexByte(word, ':'); i >= 0 {
		return i
	}
	return len(word)
}

func pieces(word string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(word, "->", "@"), func(r rune) bool { return r == '@' || r == ':' })
}

func piece(want, got string) bool {
	if want == got || want == "*" {
		return true
	}
	low, high, ranged := strings.Cut(want, "..")
	if !ranged {
		high = low
	}
	a, ok1 := quantity(low)
	b, ok2 := quantity(high)
	c, ok3 := quantity(got)
	return ok1 && ok2 && ok3 && a <= c && c <= b
}

// quantity reads a number or a duration.
func quantity(s string) (float64, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return float64(n), true
	}
	d, err := time.ParseDuration(s)
	return float64(d), err == nil
}

// Check says what is wrong with a value of a line, before there is anything to compare it
// with.
func Check(view, want string) error {
	if !slices.Contains(Views, view) {
		return fmt.Errorf("unknown view %q: want one of %s", view, strings.Join(Views, " "))
	}
	t, err := parse(want)
	if err != nil {
		return err
	}
	if n := loose(t); n > MaxLoose {
		return fmt.Errorf("%s: %d items with stars or ranges; at most %d: write them out", view, n, MaxLoose)
	}
	need := byte('[')
	switch view {
	case "d", "p", "rq", "S", "I", "pend", "heard", "resync", "list", "wire", "node":
		need = '{'
	case "rv", "synced":
		need = 0
	}
	if t.open != need && want != "*" {
		return fmt.Errorf("%s=%s: want %s", view, want, map[byte]string{'[': "a list, as in " + view + "=[a b]", '{': "a set, as in " + view + "={a b}", 0: "a word"}[need])
	}
	return nil
}
