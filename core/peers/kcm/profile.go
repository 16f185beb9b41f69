package main

import (
	"fmt"
	"os/exec"
	"regexp"
	"strings"
)

// The part of a profile that informers and queues have is that of the samples whose innermost function
// outside the standard library is theirs: maps, locks and allocations count to who asked for them, decoding
// to the API client, what a handler or worker does to the controller. Reading an object's name or version
// counts to who wanted it, and so does matching its labels: to a lister, which looks for what a selector selects.

var (
	informersAndQueues = regexp.MustCompile(`^k8s\.io/client-go/(tools/cache|util/workqueue|informerscope/core)[/.]`)
	matching           = regexp.MustCompile(`^k8s\.io/apimachinery/pkg/labels\.`)
	transparent        = regexp.MustCompile(`^k8s\.io/(apimachinery/pkg/(api/meta|apis/meta/v1|util/sets)|utils/clock|klog/v2|api/[^.]*)\.`)
)

// standard reports whether a function is of the standard library.
func standard(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return first == name || !strings.Contains(first, ".")
}

// shares are parts of a CPU profile.
type shares struct {
	all      float64 // of informers and queues
	matching float64 // of it, labels that listers match
}

// sharesOf reads a CPU profile of a program.
func sharesOf(program, profile string) (shares, error) {
	out, err := exec.Command("go", "tool", "pprof", "-traces", "-unit=ms", program, profile).Output()
	if err != nil {
		return shares{}, fmt.Errorf("go tool pprof: %w", err)
	}
	return sharesOfTraces(string(out))
}

// sample is the first line of a trace: "10ms   runtime.mallocgc".
var sample = regexp.MustCompile(`^\s*(\d+(?:\.\d+)?)ms\s+(\S.*)$`)

// sharesOfTraces reads what pprof -traces says: blocks between lines of dashes, the innermost function first.
func sharesOfTraces(text string) (shares, error) {
	var all, theirs, matched float64
	for block := range strings.SplitSeq(text, "-----------+-------") {
		var value float64
		var decided, matches bool
		for line := range strings.Lines(block) {
			name := strings.TrimSpace(line)
			if m := sample.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
				fmt.Sscan(m[1], &value)
				all += value
				name = m[2]
			}
			name = strings.TrimSuffix(name, " (inline)")
			if value == 0 || decided || name == "" || standard(name) || transparent.MatchString(name) {
				continue
			}
			if matching.MatchString(name) {
				matches = true
				continue
			}
			decided = true
			if !informersAndQueues.MatchString(name) {
				continue
			}
			if theirs += value; matches {
				matched += value
			}
		}
	}
	if all == 0 {
		return shares{}, fmt.Errorf("the profile holds no sample")
	}
	return shares{all: theirs / all, matching: matched / all}, nil
}
