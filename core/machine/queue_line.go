package machine

// line is a ring of slot numbers, first in first out. It doubles when full and halves when
// three quarters of a big one are empty, so a burst does not stay in memory.
type line struct {
	ring    []uint32 // power of two
	head, n uint32
}

// smallLine is the size below which a line does not shrink.
const smallLine = 1024

func (l *line) push(slot uint32) {
	if int(l.n) == len(l.ring) {
		l.resize(max(8, 2*len(l.ring)))
	}
	l.ring[(l.head+l.n)&uint32(len(l.ring)-1)] = slot
	l.n++
}

// pop takes the head; the line must not be empty.
func (l *line) pop() uint32 {
	slot := l.ring[l.head]
	l.head = (l.head + 1) & uint32(len(l.ring)-1)
	l.n--
	if len(l.ring) > smallLine {
		l.shrink()
	}
	return slot
}

func (l *line) shrink() {
	if int(l.n) < len(l.ring)/4 {
		l.resize(len(l.ring) / 2)
	}
}

// at returns the i-th of the line, the head being 0.
func (l *line) at(i uint32) uint32 { return l.ring[(l.head+i)&uint32(len(l.ring)-1)] }

func (l *line) resize(size int) {
	ring := make([]uint32, size)
	for i := range l.n {
		ring[i] = l.at(i)
	}
	l.ring, l.head = ring, 0
}
