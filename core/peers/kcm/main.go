// Command kcm runs kube-controller-manager on client-go and on our core, in turn, against a real
// kube-apiserver, and compares what they cost:
//
//	main.go      builds both, runs them in turn
//	work.go      what they have to do: Deployments that are created, rolled and deleted
//	process.go   the process, its CPU time and its peak of memory
//	profile.go   which part of a profile informers and queues have
//	table.go     the rows and their bars
//
// make peers-kcm runs it. It wants what make peers has laid out in the cache.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/informerscope/informerscope/core/peers/page"
	"github.com/informerscope/informerscope/server/testcluster"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	w := work{}
	flag.IntVar(&w.deployments, "deployments", 100, "how many Deployments")
	flag.IntVar(&w.replicas, "replicas", 60, "how many pods each has")
	runs := flag.Int("runs", 5, "how many runs of each")
	write := flag.String("write", "", "the page to write results into")
	flag.Parse()
	if *runs < 1 {
		fmt.Fprintf(os.Stderr, "kcm: -runs %d: want 1 or more\n", *runs)
		os.Exit(2)
	}
	if err := compare(ctx, w, *runs, *write); err != nil {
		fmt.Fprintln(os.Stderr, "kcm:", err)
		os.Exit(1)
	}
}

func compare(ctx context.Context, w work, runs int, write string) error {
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	binaries, err := testcluster.Build(ctx, os.Stderr)
	if err != nil {
		return err
	}
	folder := filepath.Join(cache, "informerscope", "suites", "kubernetes")
	t := table{work: w}
	for i, side := range []string{"theirs", "ours"} {
		t.programs[i] = filepath.Join(folder, "kube-controller-manager-"+side)
		fmt.Fprintf(os.Stderr, "kcm: building kube-controller-manager, %s\n", side)
		build := exec.CommandContext(ctx, "go", "build", "-mod=mod", "-o", t.programs[i], "k8s.io/kubernetes/cmd/kube-controller-manager")
		build.Dir = filepath.Join(folder, side)
		build.Env = append(os.Environ(), "GOWORK=off")
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: go run ./core/peers lay kubernetes makes it\n%s", build.Dir, err, out)
		}
	}
	for n := range runs {
		for i := range t.programs {
			r, err := w.run(ctx, binaries, t.programs[i], fmt.Sprintf("%s.%d.pprof", t.programs[i], n+1))
			if err != nil {
				return fmt.Errorf("run %d of %s: %w", n+1, sides[i], err)
			}
			fmt.Fprintf(os.Stderr, "kcm: run %d, %-9s %v\n", n+1, sides[i], r)
			t.results[i] = append(t.results[i], r)
			if t.ends == nil {
				t.ends = r.ends
			}
			if err := t.ends.same(r.ends); err != nil {
				return fmt.Errorf("run %d of %s: %w", n+1, sides[i], err)
			}
		}
	}
	text := t.markdown()
	fmt.Print(text)
	if write != "" {
		if err := page.Write(write, "kube-controller-manager", text); err != nil {
			return err
		}
	}
	return t.missed()
}
