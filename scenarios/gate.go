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
func (g *Gate) Order() []int { return g.shuffled(g.ID + "/") }

// OrderOf is another order for each seed, the same for whoever has that seed.
func (g *Gate) OrderOf(seed int) []int { return g.shuffled(strconv.Itoa(seed) + "/" + g.ID + "/") }

func (g *Gate) shuffled(salt string) []int {
	order := make([]int, len(g.Options))
	for i := range order {
		order[i] = i
	}
	sum := func(i int) uint32 {
		h := fnv.New32a()
		h.Write([]byte(salt + g.Options[i]))
		return h.Sum32()
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(sum(a), sum(b)) })
	return order
}
