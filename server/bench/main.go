// Command bench measures the server beside kubectl proxy and the API server itself, against one real
// cluster, with the same clients, in one run:
//
//	cluster.go   the real API server, its 200 pods, and who writes to them
//	subject.go   who is asked: the API server, kubectl proxy as a process, informerscope as a process
//	clients.go   joins, and watches that count what they get and when
//	table.go     the rows, their bars, and server/BENCHMARKS.md
//
// make bench-server runs it. Clients, API server and subjects share the machine's cores, so that only
// ratios mean something.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "kubectl-proxy" {
		log.Fatal(serveKubectlProxy(os.Args[2]))
	}
	program := flag.String("informerscope", "", "the program to measure")
	write := flag.String("write", "", "a `file` to write the table to")
	clients := flag.Int("clients", 500, "how many clients join and watch")
	seconds := flag.Int("seconds", 10, "how long events come, 20 a second")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *program, *write, *clients, *seconds); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, program, write string, clients, seconds int) error {
	c, err := startCluster(ctx)
	if err != nil {
		return err
	}
	defer c.stop()
	subjects, end, err := startSubjects(ctx, c, program)
	defer end()
	if err != nil {
		return err
	}
	t := table{clients: clients, seconds: seconds}
	for _, s := range subjects {
		r, err := measure(ctx, c, s, clients, seconds)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		t.results = append(t.results, r)
	}
	if err := t.fanOut(ctx, c, subjects[len(subjects)-1], clients); err != nil {
		return err
	}
	text := t.markdown()
	fmt.Print(text)
	if write != "" {
		if err := os.WriteFile(write, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return t.missed()
}
