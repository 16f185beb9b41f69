package room

import (
	"net/netip"
	"time"
)

// Limits that nobody in a class can move.
const (
	MaxFollowers   = 500
	MaxFrame       = 4 << 10 // bytes of a message, either way
	MaxLink        = 3500    // bytes of what is shown
	MaxOptions     = 8       // of a question
	MaxJoining     = 512     // connections that have not said yet who they are
	JoinsPerMinute = 600     // from one address: a school, or what stands before the server, is one
	WrongPerMinute = 30      // codes from one address
	WrongInAll     = 300     // codes a minute
	MaxAddresses   = 1000    // that are remembered; further ones count as one
	FollowerPace   = 4       // messages a second
	PresenterPace  = 50      // messages a second: a key that is held down repeats thirty times

	joinPatience  = 20 * time.Second       // until the first message: a phone that has just loaded the page is busy
	writePatience = 15 * time.Second       // how long a page may take nothing
	followerRest  = 40 * time.Millisecond  // between two views of a follower
	presenterRest = 100 * time.Millisecond // between two views of the presenter: votes come by the hundred
)

// bucket holds what may still be done; it fills with time. The zero value is full.
type bucket struct {
	used float64
	at   time.Time
}

// take takes one out of a bucket that holds burst and fills at rate a second; false when it is empty.
func (b *bucket) take(now time.Time, rate, burst float64) bool {
	if b.left(now, rate, burst) < 1 {
		return false
	}
	b.used++
	return true
}

func (b *bucket) left(now time.Time, rate, burst float64) float64 {
	if now.After(b.at) {
		b.used, b.at = max(0, b.used-rate*now.Sub(b.at).Seconds()), now
	}
	return burst - b.used
}

// caller is what is remembered of an address.
type caller struct{ joins, wrong bucket }

func (c *caller) idle(now time.Time) bool {
	return c.joins.left(now, JoinsPerMinute/60., JoinsPerMinute) == JoinsPerMinute && c.wrong.left(now, WrongPerMinute/60., WrongPerMinute) == WrongPerMinute
}

// callers are the addresses that have called lately.
type callers map[netip.Prefix]*caller

// of is the caller at an address. Of IPv6 a network is one, since everybody has a whole one.
func (c callers) of(from netip.Addr, now time.Time) *caller {
	bits := 32
	if from = from.Unmap(); from.Is6() {
		bits = 64
	}
	at, _ := from.Prefix(bits) // the zero Prefix for what is no address, and for those that are too many
	if c[at] == nil && len(c) >= MaxAddresses {
		for p, known := range c {
			if known.idle(now) {
				delete(c, p)
			}
		}
		if len(c) >= MaxAddresses {
			at = netip.Prefix{}
		}
	}
	if c[at] == nil {
		c[at] = &caller{}
	}
	return c[at]
}
