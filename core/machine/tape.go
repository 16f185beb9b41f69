package machine

// tape is a first-in first-out line in a ring that doubles when full and shrinks after a
// burst. Slots that were left are zeroed, so that nothing stays alive through them.
// The zero tape is empty and ready.
//
// Who takes out is often late for a moment, so bursts come in series. A ring that shrank after
// each would be made anew for the next: it shrinks when it ran empty some times in a row
// without most of it having been needed.
type tape[T any] struct {
	ring []T // length 0 or a power of two
	head int
	n    int
	need int // the most that was taken lately; what is past counts for less each time it is empty
}

const (
	minTape = 8
	bigTape = 1024 // a smaller ring does not shrink
)

func (l *tape[T]) len() int { return l.n }

// at returns the place of the i-th, the head being 0.
func (l *tape[T]) at(i int) *T { return &l.ring[(l.head+i)&(len(l.ring)-1)] }

// place makes room at the end and returns it, zeroed, to be filled.
func (l *tape[T]) place() *T {
	if l.n == len(l.ring) {
		l.resize(max(minTape, 2*l.n))
	}
	l.n++
	l.need = max(l.need, l.n)
	return l.at(l.n - 1)
}

func (l *tape[T]) push(v T) { *l.place() = v }

// pop takes the head; the tape must not be empty.
func (l *tape[T]) pop() T {
	var zero T
	p := l.at(0)
	v := *p
	*p = zero
	l.left(1)
	return v
}

// take moves the first n, which must be there, to the end of to.
func (l *tape[T]) take(n int, to []T) []T {
	for n > 0 {
		heads := l.ring[l.head:min(l.head+n, len(l.ring))]
		to = append(to, heads...)
		clear(heads)
		l.left(len(heads))
		n -= len(heads)
	}
	return to
}

// left goes past heads that were taken.
func (l *tape[T]) left(heads int) {
	l.head = (l.head + heads) & (len(l.ring) - 1)
	l.n -= heads
	if l.n == 0 && len(l.ring) > bigTape {
		if l.need -= l.need / 8; l.need < len(l.ring)/4 {
			l.resize(len(l.ring) / 2)
		}
	}
}

func (l *tape[T]) resize(size int) {
	ring := make([]T, size)
	for i := range l.n {
		ring[i] = *l.at(i)
	}
	l.ring, l.head = ring, 0
}
