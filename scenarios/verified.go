package scenarios

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
)

// verified.txt is written by core/conformance when a lesson has held on client-go, and
// verified.priority.txt by core/conformance/priority when one has held on controller-runtime: a line of
// id, engine, version of that library, comparisons, fingerprint.
//
//go:embed verified.txt
var verified string

//go:embed verified.priority.txt
var verifiedPriority string

// Proof says on which library a lesson was run, and how many values were compared.
type Proof struct {
	Library
	Compared int
	Versions string // all on which it holds: "0.27 … 0.37" as Range has it, or Version
}

// On names the library and all its versions on which the lesson holds.
func (p Proof) On() string { return p.Name + " " + p.Versions }

// ProofLine is a line of verified.txt or verified.priority.txt.
func (l *Lesson) ProofLine(engine string, compared int) string {
	return fmt.Sprintf("%s %s %s %d %s", l.ID, engine, l.Library().Version, compared, l.Fingerprint())
}

// Verified returns the proof that the lesson, as it stands here, holds on the library of the queue
// that it stands on, for an engine. ok is false when it was not run, or was changed since.
func (l *Lesson) Verified(engine string) (p Proof, ok bool) {
	want, on, proofs := l.ID+" "+engine+" ", l.Library(), verified
	if l.Queue() == sim.PriorityQueue {
		proofs = verifiedPriority
	}
	for line := range strings.Lines(proofs) {
		rest, found := strings.CutPrefix(line, want)
		if f := strings.Fields(rest); found && len(f) == 3 && f[2] == l.Fingerprint() {
			n, err := strconv.Atoi(f[1])
			p := Proof{Library: Library{on.Name, f[0]}, Compared: n, Versions: f[0]}
			if from, to, ok := l.Range(); ok && l.Queue() == sim.ClientGoQueue {
				p.Versions = from + " … " + to
			}
			return p, err == nil
		}
	}
	return p, false
}

// Fingerprint changes when what the lesson does or expects changes. Its prose has no part
// in it, nor has what it says of other orders: that is explored, and no question to client-go.
func (l *Lesson) Fingerprint() string {
	h := fnv.New64a()
	for _, line := range l.lines {
		if line = strings.TrimSpace(line); line != "" && !prose(line) {
			h.Write([]byte(line + "\n"))
		}
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// prose reports whether a line of a lesson is no part of what client-go is asked.
func prose(line string) bool {
	for _, head := range []string{"@", "?", "==", "#", "title:", "question:", "sources:", "after:", "level:", "track:", "tags:", "number:", "view:", "orders:"} {
		if strings.HasPrefix(line, head) {
			return true
		}
	}
	return false
}
