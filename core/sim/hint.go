package sim

import (
	"fmt"
	"slices"
	"strings"
)

// What messages about a word that was not understood end with.

func verbNames() []string {
	var names []string
	for _, v := range Verbs() {
		names = append(names, v.Name)
	}
	return names
}

// Suggest returns the hint about a mistyped word that messages end with, such as
// ` (did you mean "update"?)`; "" when no word is near.
func Suggest(word string, words []string) string {
	best, least := "", 3
	for _, w := range words {
		if len(word) > len(w)+least {
			continue // a stranger's word can be long
		}
		if d := distance(strings.ToLower(word), strings.ToLower(w)); d < least && 2*d < max(len(word), len(w)) {
			best, least = w, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", best)
}

// Instead is the hint of Suggest; where no word is near, it names them all.
func Instead(word string, words []string) string {
	if near := Suggest(word, words); near != "" {
		return near
	}
	return ": want " + either(words)
}

// either is "a, b or c".
func either(words []string) string {
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " or " + words[n]
	}
	return strings.Join(words, "")
}

// usual are the verbs that most scripts are made of.
const usual = "Add, AddAfter, AddRateLimited, Get, Done, Forget, ShutDown, create, update, delete, start or run"

// unknownVerb is the error of a line whose first word is no verb, nor the next one, "" where there is none.
type unknownVerb struct{ first, next string }

// Error looks for what was meant only when it is read: whether a line is a command is asked of many
// that are none.
func (u unknownVerb) Error() string {
	names, word := verbNames(), u.first
	// "W1 Gett": the actor is fine, the verb is not.
	actor := slices.Contains(own, word) || word != "" && word[len(word)-1] >= '0' && word[len(word)-1] <= '9'
	if u.next != "" && Suggest(word, names) == "" && (actor || Suggest(u.next, names) != "") {
		word = u.next
	}
	near := Suggest(word, names)
	if near == "" {
		near = ": want a verb such as " + usual
	}
	return fmt.Sprintf("sim: unknown verb %q%s", word, near)
}

// own are the actors that a World has by itself.
var own = []string{"reflector", "controller", "resync", "delay", "detector", Main}

// Reserved says what a name is already, "a verb" or "an actor of the program"; "" is free
// for a worker or a handler.
func Reserved(name string) string {
	if _, ok := verbs[name]; ok {
		return "a verb"
	}
	if slices.Contains(own, name) {
		return "an actor of the program"
	}
	return ""
}

// Nearest returns up to most of the words that a mistyped one may stand for, the nearest
// first: those a few letters away, or that hold it or are held by it.
func Nearest(word string, words []string, most int) []string {
	const least = 3 // letters that mean something by themselves
	word = strings.ToLower(word)
	far := map[string]int{}
	var near []string
	for _, w := range words {
		low := strings.ToLower(w)
		d := distance(word, low)
		held := len(word) >= least && (strings.Contains(low, word) || strings.Contains(word, low))
		if held || 3*d <= max(len(word), len(w)) {
			far[w], near = d, append(near, w)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return far[a] - far[b] })
	return near[:min(len(near), most)]
}

// distance is how many letters must change, come, go or swap with their neighbour to get from
// a to b (Damerau and Levenshtein, no letter twice).
func distance(a, b string) int {
	var before []int // the row of a's letter before the last
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			cost := row[j]
			if a[i] != b[j] {
				cost++
			}
			next[j+1] = min(cost, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
