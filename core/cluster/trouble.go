package cluster

import (
	"fmt"
	"slices"

	"github.com/informerscope/informerscope/core/trace"
)

// Partition cuts the connection: requests are Refused and watches are silent until Heal.
// Writes go on: other clients are not cut off.
func (c *Cluster) Partition() {
	// trace: server.link partition
	c.partition = true
	c.emitLink()
}

// Heal restores the connection and drops what Fail has left. Watches go on where they
// were; use CloseWatches to break them.
func (c *Cluster) Heal() {
	c.partition, c.faults = false, nil
	c.emitLink()
}

// Fail answers the next n LISTs and WATCHes with f; verb "list" or "watch" fails only
// those, "" both. Faults that were asked for first come first.
func (c *Cluster) Fail(verb string, n int, f Fault) {
	if n <= 0 || f.OK() {
		return
	}
	c.faults = append(c.faults, pendingFault{verb, n, f})
	c.emitLink()
}

// fault takes the fault that a request with that verb gets.
func (c *Cluster) fault(verb string) Fault {
	if c.partition {
		return Fault{Refused, "", "connection refused"}
	}
	for i := range c.faults {
		p := &c.faults[i]
		if p.verb != "" && p.verb != verb {
			continue
		}
		f := p.f
		if p.left--; p.left == 0 {
			c.faults = append(c.faults[:i:i], c.faults[i+1:]...)
			c.emitLink()
		}
		return f
	}
	return Fault{}
}

// EndMark says what ends the initial events of a watch.
type EndMark uint8

// The end marks.
const (
	EndSent  EndMark = iota // a bookmark with the annotation that says so, as it should be
	EndPlain                // a bookmark like any other, as some aggregated API servers send it
	EndNone                 // nothing, as behind a proxy that loses bookmarks
)

var endMarks = [...]string{"sent", "plain", "none"}

// EndMarkOf is the end mark of a name: "sent", "plain" or "none".
func EndMarkOf(name string) (m EndMark, ok bool) {
	i := slices.Index(endMarks[:], name)
	return EndMark(max(i, 0)), i >= 0
}

// MarkEnds says what ends the initial events of watches that are opened from now on.
func (c *Cluster) MarkEnds(m EndMark) {
	c.ends = m
	c.emitLink()
}

// Tokens says what becomes of a token that continues a list.
type Tokens uint8

// The ways of a token.
const (
	TokenGood    Tokens = iota // it works
	TokenExpires               // it is too old when it is used: 410
	TokenLost                  // somebody on the way leaves it out: the page passes for the whole list
)

var tokenNames = [...]string{"good", "expires", "lost"}

// TokensOf is what is meant by a name: "good", "expires" or "lost".
func TokensOf(name string) (t Tokens, ok bool) {
	i := slices.Index(tokenNames[:], name)
	return Tokens(max(i, 0)), i >= 0
}

// NextToken says what becomes of the next token that Page gives out.
func (c *Cluster) NextToken(t Tokens) { c.tokens = t }

// Link is "up", "partition", or while Fail has answers left the next of them, such as
// "fault 429". "endless" is up, but lists that are streamed have no end, "unmarked" none that
// says so.
func (c *Cluster) Link() string {
	switch {
	case c.partition:
		return "partition"
	case len(c.faults) == 0:
		return [...]string{EndSent: "up", EndPlain: "unmarked", EndNone: "endless"}[c.ends]
	case c.faults[0].f.Code == Refused:
		return "refused"
	}
	return fmt.Sprintf("fault %d", c.faults[0].f.Code)
}

func (c *Cluster) emitLink() {
	c.tap.Begin()
	// trace: server.link
	c.tap.Note(trace.ServerLink, 0, c.Link(), 0, 0)
}

// Known faults, to be given to Fail and CloseWatches.
var (
	FaultUnauthorized = Fault{CodeUnauthorized, "Unauthorized", "Unauthorized"}
	FaultForbidden    = Fault{CodeForbidden, "Forbidden", "pods is forbidden"}
	FaultNotFound     = Fault{CodeNotFound, "NotFound", "the server could not find the requested resource"}
	FaultGone         = Fault{CodeExpired, "Expired", "too old resource version"}
	FaultThrottled    = Fault{CodeThrottled, "TooManyRequests", "too many requests, please try again later"}
	FaultInternal     = Fault{CodeInternal, "InternalError", "internal error"}
	FaultTooLarge     = Fault{CodeTimeout, TooLarge, "Too large resource version"}
	FaultRefused      = Fault{Refused, "", "connection refused"}
)

var faults = []Fault{FaultUnauthorized, FaultForbidden, FaultNotFound, FaultGone, FaultThrottled, FaultInternal, FaultTooLarge, FaultRefused}

// Statuses are the HTTP statuses of the known faults, the lowest first.
func Statuses() (codes []int) {
	for _, f := range faults {
		if f.Code > 0 {
			codes = append(codes, f.Code)
		}
	}
	return codes
}

// FaultOf returns the known fault with that code, and a plain one for every other code.
func FaultOf(code int) Fault {
	for _, f := range faults {
		if f.Code == code {
			return f
		}
	}
	return Fault{code, "", fmt.Sprintf("error %d", code)}
}
