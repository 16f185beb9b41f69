package orders

import (
	"cmp"
	"slices"

	"github.com/informerscope/informerscope/core/sim"
)

// Up to so many states, of which at most so many stand above each other, are drawn as pictures.
const (
	mostCards = 40
	mostAbove = 9
)

// Measures in pixels.
const (
	margin         = 18.
	cardW, cardH   = 86., 52.
	cardDX, cardDY = 196., 74.
	wide           = 1040. // what dots are spread over, if that brings them neither too close nor too far
	dotMin, dotMax = 26., 72.
	dotR, dotDY    = 5., 16.
	crowdR         = 3.
	crowdDY        = 8.
	crowd          = 30 // above each other: from here on dots stand closer
	sweeps         = 4  // over the columns, to untangle the steps between them
)

// plan is where everything stands.
type plan struct {
	x      *sim.Exploration
	cards  bool
	r      float64 // of a dot
	dx, dy float64
	at     []point // of states
	w, h   float64
}

type point struct{ x, y float64 }

// layOut gives each state a place: its column is how many steps there are to it, its row is near those
// that it comes from and leads to.
func layOut(x *sim.Exploration) *plan {
	states := x.States()
	var columns [][]int
	for i, s := range states {
		for len(columns) <= s.Depth {
			columns = append(columns, nil)
		}
		columns[s.Depth] = append(columns[s.Depth], i)
	}
	tall := 0
	for _, c := range columns {
		tall = max(tall, len(c))
	}
	p := &plan{x: x, cards: len(states) <= mostCards && tall <= mostAbove, r: dotR, dx: min(max(wide/float64(len(columns)), dotMin), dotMax), dy: dotDY}
	switch {
	case p.cards:
		p.dx, p.dy = cardDX, cardDY
	case tall > crowd:
		p.dy, p.r = crowdDY, crowdR
	}
	untangle(x, columns)
	halfW, halfH := p.half()
	p.w, p.h = 2*(margin+halfW)+p.dx*float64(len(columns)-1)+p.side(), 2*(margin+halfH)+p.dy*float64(tall-1)
	p.at = make([]point, len(states))
	for depth, c := range columns {
		top := (p.h - p.dy*float64(len(c)-1)) / 2
		for row, i := range c {
			p.at[i] = point{margin + halfW + p.dx*float64(depth), top + p.dy*float64(row)}
		}
	}
	return p
}

// half is how far a node reaches beside its place, and above it.
func (p *plan) half() (w, h float64) {
	if p.cards {
		return cardW / 2, cardH / 2
	}
	return p.r + 3, p.r + 3
}

// side is the room that a step needs which leads to the same column, or back.
func (p *plan) side() float64 { return p.dx * .2 }

// untangle sorts each column by the mean place of its neighbours in the one before, then in the one after.
func untangle(x *sim.Exploration, columns [][]int) {
	states, steps := x.States(), x.Steps()
	place := make([]float64, len(states)) // from 0 to 1
	settle := func(column []int) {
		for row, i := range column {
			place[i] = (float64(row) + .5) / float64(len(column))
		}
	}
	for _, c := range columns {
		settle(c)
	}
	before, after := make([][]int, len(states)), make([][]int, len(states))
	for _, s := range steps {
		if states[s.To].Depth == states[s.From].Depth+1 {
			before[s.To], after[s.From] = append(before[s.To], s.From), append(after[s.From], s.To)
		}
	}
	pull := func(column []int, near [][]int) {
		mean := map[int]float64{}
		for _, i := range column {
			mean[i] = place[i]
			if len(near[i]) > 0 {
				sum := 0.
				for _, j := range near[i] {
					sum += place[j]
				}
				mean[i] = sum / float64(len(near[i]))
			}
		}
		slices.SortStableFunc(column, func(a, b int) int { return cmp.Compare(mean[a], mean[b]) })
		settle(column)
	}
	for range sweeps {
		for _, c := range columns {
			pull(c, before)
		}
		for _, c := range slices.Backward(columns) {
			pull(c, after)
		}
	}
}
