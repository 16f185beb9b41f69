package machine

// tape is a first-in first-out line in a ring that doubles when full and shrinks after a
// burst. Slots that were left are zeroed, so that nothing stays alive through them.
// The zero tape is empty and ready.
type tape[T any] struct {
	ring []T // length 0 or a power of two
	head int
	n    int
}

const (
	minTape  = 8
	bigTape  = 1024 // a smaller ring does not shrink
	fewTaken = 8    // a big ring shrinks when less than one in so many slots is taken
)

func (l *tape[T]) len() int { return l.n }

// at returns the place of the i-th, the head being 0.
func (l *tape[T]) at(i int) *T { return &l.ring[(l.head+i)&(len(l.ring)-1)] }

func (l *tape[T]) push(v T) {
	if l.n == len(l.ring) {
		l.resize(max(minTape, 2*l.n))
	}
	l.n++
	*l.at(l.n - 1) = v
}

// pop takes the head; the tape must not be empty.
func (l *tape[T]) pop() T {
	var zero T
	p := l.at(0)
	v := *p
	*p = zero
	l.head = (l.head + 1) & (len(l.ring) - 1)
	l.n--
	if len(l.ring) > bigTape && l.n < len(l.ring)/fewTaken {
		l.resize(len(l.ring) / 4)
	}
	return v
}

func (l *tape[T]) resize(size int) {
	ring := make([]T, size)
	for i := range l.n {
		ring[i] = *l.at(i)
	}
	l.ring, l.head = ring, 0
}
