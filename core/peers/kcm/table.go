package main

import (
	"fmt"
	"slices"
	"strings"
)

// sides are who is compared, in the order of their runs.
var sides = [2]string{"client-go", "ours"}

type table struct {
	work     work
	programs [2]string
	results  [2][]result
	ends     ends
}

// spread is the least, the median and the most of some runs.
type spread struct{ least, median, most float64 }

func spreadOf(runs []result, of func(result) float64) spread {
	var all []float64
	for _, r := range runs {
		all = append(all, of(r))
	}
	slices.Sort(all)
	n := len(all)
	return spread{all[0], (all[(n-1)/2] + all[n/2]) / 2, all[n-1]}
}

type row struct {
	name, format string
	of           func(result) float64
}

// rows are what must not be worse than client-go's beyond the spread.
var rows = []row{
	{"CPU time, s", "%.1f", func(r result) float64 { return r.cpu.Seconds() }},
	{"peak memory, MB", "%.0f", func(r result) float64 { return r.peak }},
	{"created, s", "%.1f", func(r result) float64 { return r.create.Seconds() }},
	{"rolled, s", "%.1f", func(r result) float64 { return r.roll.Seconds() }},
	{"deleted, s", "%.1f", func(r result) float64 { return r.remove.Seconds() }},
}

func share(r result) float64 { return 100 * r.shares.all }

// bar is which part of client-go's share of informers and queues ours may have.
const bar = 0.5

// worse is what misses its bar, in words.
func (t *table) worse() (missed []string) {
	for _, row := range rows {
		theirs, ours := spreadOf(t.results[0], row.of), spreadOf(t.results[1], row.of)
		if ours.median > theirs.most {
			missed = append(missed, fmt.Sprintf("%s: the median on ours is more than any on client-go", row.name))
		}
	}
	if theirs, ours := spreadOf(t.results[0], share), spreadOf(t.results[1], share); ours.median > bar*theirs.median {
		missed = append(missed, "informers and queues have more than half of client-go's share")
	}
	return missed
}

func (t *table) missed() error {
	if w := t.worse(); len(w) > 0 {
		return fmt.Errorf("bars are missed: %s", strings.Join(w, "; "))
	}
	return nil
}

func (t *table) markdown() string {
	var b strings.Builder
	pods := t.work.deployments * t.work.replicas
	fmt.Fprintf(&b, "## kube-controller-manager\n\nThe program itself, on client-go and on our core, in turn, each time against a new real kube-apiserver of the same release: %d Deployments of %d pods (%d pods, which stay pending: there is no kubelet) created, rolled once, deleted, with `--kube-api-qps 500`. ",
		t.work.deployments, t.work.replicas, pods)
	fmt.Fprintf(&b, "%d runs of each; what was there after each part is equal in all. Written by `make peers-kcm`.\n\n| median (least to most) | client-go | ours |\n|---|---|---|\n", len(t.results[0]))
	told := []row{
		{"retries of Deployments while rolled", "%.0f", func(r result) float64 { return r.retries }},
		{"informers and queues, % of the CPU profile", "%.1f", share},
		{"of it, matching labels in lists, %", "%.1f", func(r result) float64 { return 100 * r.shares.matching }},
		{"informers and queues, s of CPU time", "%.2f", func(r result) float64 { return r.shares.all * r.cpu.Seconds() }},
	}
	for _, row := range append(slices.Clone(rows), told...) {
		fmt.Fprintf(&b, "| %s |", row.name)
		for i := range t.results {
			s := spreadOf(t.results[i], row.of)
			fmt.Fprintf(&b, " "+row.format+" ("+row.format+" to "+row.format+") |", s.median, s.least, s.most)
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	b.WriteString("To informers and queues counts a sample of the profile whose innermost function outside the standard library is of `tools/cache`, `util/workqueue` or our core. Reading an object's metadata and matching its labels count to who asked for it, in a list to the lister.\n")
	for _, w := range t.worse() {
		fmt.Fprintf(&b, "\nMissed: %s.\n", w)
	}
	return b.String()
}
