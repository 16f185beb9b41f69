package scenarios

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
)

// Gate is a question before a step.
type Gate struct {
	ID string
	// Options in English; the first is right. Show them in Order. For other languages see
	// Lesson.Options.
	Question string
	Options  []string
}

// Order is how the options are shown: shuffled, and the same for every reader and language.
// Option Order()[i] stands in place i; option 0 is the right one.
func (g *Gate) Order() []int {
	return g.OrderOf(0)
}

// OrderOf is another order for each seed, the same for whoever has that seed.
func (g *Gate) OrderOf(seed int) []int {
	return g.shuffled(func(option string) uint32 { return Lot(seed, g.ID+"/"+option) })
}

func (g *Gate) shuffled(lot func(option string) uint32) []int {
	order := make([]int, len(g.Options))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(lot(g.Options[a]), lot(g.Options[b])) })
	return order
}

// Lot is the number that a seed draws for a text. Sorted by it, texts that begin alike do not stay together.
func Lot(seed int, text string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(strconv.Itoa(seed) + "/" + text))
	n := h.Sum32()
	for _, by := range []uint32{0x85ebca6b, 0xc2b2ae35} { // of the last letters FNV mixes little
		n = (n ^ n>>15) * by
	}
	return n ^ n>>16
}

func (p *parser) question(id, text string) error {
	switch {
	case p.group:
		return p.fail("gate %s inside the group %q: want it above the line step %s {", id, p.last().Label, p.last().Label)
	case p.gate != nil:
		return p.fail("gate %s waits for its step already: want a step between the two", p.gate.ID)
	}
	question, answers, ok := strings.Cut(text, " => ")
	var options []string
	for _, o := range strings.Split(answers, " | ") {
		if o = strings.TrimSpace(o); o != "" {
			options = append(options, o)
		}
		if err := p.fits("an answer", o, MaxText); err != nil {
			return err
		}
	}
	if !ok || len(options) < 2 {
		return p.fail("gate %s: answers %d: want two or more, as in ? %s What is next? => right | wrong", id, len(options), id)
	}
	p.gate = &Gate{ID: id, Question: strings.TrimSpace(question), Options: options}
	p.l.gates["en"][id] = options
	return p.say(id, p.gate.Question)
}

// why belongs to the gate above it: one text for each answer, in their order.
func (p *parser) why(text string) error {
	if p.gate == nil {
		return p.fail("?! says why an answer is right or wrong: want a gate above it, as in %s", idLines["a gate"])
	}
	var whys []string
	for _, w := range strings.Split(text, " | ") {
		if err := p.fits("a text that says why", w, MaxText); err != nil {
			return err
		}
		whys = append(whys, strings.TrimSpace(w))
	}
	switch have := p.l.whys["en"][p.gate.ID]; {
	case have != nil:
		return p.fail("gate %s says why already: want one line, why | why", p.gate.ID)
	case len(whys) > len(p.gate.Options):
		return p.fail("gate %s: answers %d, and %d texts that say why: want at most one for each", p.gate.ID, len(p.gate.Options), len(whys))
	}
	p.l.whys["en"][p.gate.ID] = whys
	return nil
}
