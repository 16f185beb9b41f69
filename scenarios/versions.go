package scenarios

import (
	_ "embed"
	"strings"
)

// versions.txt is written by core/versions, which runs the lessons on several versions of client-go: a
// line of the versions, the oldest first; then a line a lesson, of id, a mark a version, fingerprint.
//
//go:embed versions.txt
var tried string

// The marks of versions.txt.
const (
	Same    = 's' // as on the engine that claims the version
	Differs = 'd'
	NotRun  = '-'
)

// TriedOn are the versions of client-go that the lessons were run on, the oldest first.
func TriedOn() []string {
	line, _, _ := strings.Cut(tried, "\n")
	return strings.Fields(line)[1:]
}

// Marks returns a mark for each version of TriedOn: what came of the lesson there, on the engine that
// claims it. It is "" when the lesson was not run, or was changed since.
func (l *Lesson) Marks() string {
	for line := range strings.Lines(tried) {
		if rest, found := strings.CutPrefix(line, l.ID+" "); found {
			if f := strings.Fields(rest); len(f) == 2 && f[1] == l.Fingerprint() && len(f[0]) == len(TriedOn()) {
				return f[0]
			}
		}
	}
	return ""
}

// Range are the oldest and the newest client-go, such as 0.27 and 0.37, between which the lesson has
// held on every version that was tried, the newest included. ok is false when it has not, or only there.
func (l *Lesson) Range() (from, to string, ok bool) {
	all, marks := TriedOn(), l.Marks()
	since := len(strings.TrimRight(marks, string(Same)))
	if marks == "" || len(all)-since < 2 {
		return "", "", false
	}
	return minor(all[since]), minor(all[len(all)-1]), true
}

// minor is 0.33 of v0.33.13.
func minor(version string) string {
	return strings.TrimPrefix(version[:strings.LastIndexByte(version, '.')], "v")
}
