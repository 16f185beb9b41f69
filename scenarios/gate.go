package scenarios

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
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
