package main

import (
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// The part of a profile that informers and queues have is that of the samples whose innermost function
// outside the standard library is theirs: maps, locks and allocations count to who asked for them, decoding
// to the API client, what a handler or worker does to the controller. Reading an object's name or version
// counts to who wanted it.

var (
	informersAndQueues = regexp.MustCompile(`^k8s\.io/client-go/(tools/cache|util/workqueue|informerscope/core)[/.]`)
	transparent        = regexp.MustCompile(`^k8s\.io/(apimachinery/pkg/(api/meta|apis/meta/v1|util/sets)|utils/clock|klog/v2|api/[^.]*)\.`)
)

// standard reports whether a function is of the standard library.
func standard(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return first == name || !strings.Contains(first, ".")
}

// shareOf is the part of a CPU profile that informers and queues have, and how long it is.
func shareOf(program, profile string) (share float64, total time.Duration, err error) {
	out, err := exec.Command("go", "tool", "pprof", "-traces", "-unit=ms", program, profile).Output()
	if err != nil {
		return 0, 0, fmt.Errorf("go tool pprof: %w", err)
	}
	return shareOfTraces(string(out))
}

// sample is the first line of a trace: "10ms   runtime.mallocgc".
var sample = regexp.MustCompile(`^\s*(\d+(?:\.\d+)?)ms\s+(\S.*)$`)

// shareOfTraces reads what pprof -traces says: blocks between lines of dashes, the innermost function first.
func shareOfTraces(text string) (share float64, total time.Duration, err error) {
	var all, theirs float64
	for block := range strings.SplitSeq(text, "-----------+-------") {
		var value float64
		decided := false
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
			decided = true
			if informersAndQueues.MatchString(name) {
				theirs += value
			}
		}
	}
	if all == 0 {
		return 0, 0, fmt.Errorf("the profile holds no sample")
	}
	return theirs / all, time.Duration(all * float64(time.Millisecond)), nil
}
