// Command peers runs what others have written on our core. make dropin puts the core under a program (see
// core/dropin); make peers runs the tests of client-go, controller-runtime and Kubernetes on client-go and
// on ours, compares test by test, and writes core/PEERS.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/informerscope/informerscope/core/dropin"
	"github.com/informerscope/informerscope/core/peers/page"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(os.Args) < 2 {
		fail(fmt.Errorf("say what: dropin, run or lay; make help names what uses them"))
	}
	var err error
	switch verb, args := os.Args[1], os.Args[2:]; verb {
	case "dropin":
		err = runDropin(args)
	case "run":
		err = runSuites(ctx, args)
	case "lay":
		err = laySuites(args)
	default:
		err = fmt.Errorf("%q is not known: dropin, run or lay", verb)
	}
	if err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "peers:", err)
	os.Exit(1)
}

func runDropin(args []string) error {
	flags := flag.NewFlagSet("dropin", flag.ExitOnError)
	undo := flags.Bool("undo", false, "remove what was written")
	flags.Parse(args)
	dir := flags.Arg(0)
	if dir == "" {
		return fmt.Errorf("name the folder of a Go module: make dropin DIR=path/to/program")
	}
	if *undo {
		return dropin.Undo(dir)
	}
	work, err := dropin.Program(".", dir)
	if err != nil {
		return err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	fmt.Print(howTo(dir, work))
	return nil
}

// howTo says how the program in dir is run on the core that work names, in lines to be pasted: make dropin is
// called elsewhere, and a folder may have a space in its name.
func howTo(dir, work string) string {
	return fmt.Sprintf(`%s holds client-go %s with this core in it. Nothing of yours was changed.

Where your program is:                   cd %s
Run it, or its tests, on this core:      GOWORK=%s go run .
As ever, on client-go's own:             go run .
To be rid of it:                         rm -r %s
`, filepath.Dir(work), dropin.Version, shellWord(dir), shellWord(work), shellWord(filepath.Dir(work)))
}

// shellWord is s as a shell takes it, whatever stands in it.
func shellWord(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,=@:") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func runSuites(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("run", flag.ExitOnError)
	which := flags.String("suites", "", "which, with commas between; all by default")
	fault := flags.Int("fault", 0, "plant this fault in the core; the run has to fail")
	packages := flags.String("packages", "", "only these packages of the suites, with commas between; the page is left as it is")
	write := flags.String("write", "", "the page to write results into")
	flags.Parse(args)
	r, all, err := newRunner()
	if err != nil {
		return err
	}
	if *fault != 0 {
		if *fault < 0 || *fault > len(faults) {
			return fmt.Errorf("there is no fault %d: they are 1 to %d", *fault, len(faults))
		}
		r.fault = &faults[*fault-1]
		fmt.Printf("planted: %s\n", r.fault.what)
	}
	differing := 0
	for _, s := range all {
		if *which != "" && !strings.Contains(","+*which+",", ","+s.name+",") {
			continue
		}
		if *packages != "" {
			s.packages = strings.Split(*packages, ",")
			s.cut = slices.DeleteFunc(s.cut, func(p string) bool { return !slices.Contains(s.packages, p) })
		}
		got, err := r.run(ctx, s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		got.print(os.Stdout)
		differing += len(got.differing)
		if *write != "" && r.fault == nil && *packages == "" {
			if err := page.Write(*write, s.name, got.section()); err != nil {
				return err
			}
		}
	}
	if differing > 0 {
		return fmt.Errorf("%d tests end differently on our core", differing)
	}
	return nil
}

// newRunner is one for this repository, with the suites that there are.
func newRunner() (*runner, []suite, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, nil, err
	}
	root, err := filepath.Abs(".")
	if err != nil {
		return nil, nil, err
	}
	all, err := suites(root)
	return &runner{root: root, cache: filepath.Join(cache, "informerscope", "suites"), out: os.Stdout}, all, err
}

// laySuites makes the folders of suites, for programs that are built there.
func laySuites(names []string) error {
	r, all, err := newRunner()
	if err != nil {
		return err
	}
	for _, name := range names {
		i := slices.IndexFunc(all, func(s suite) bool { return s.name == name })
		if i < 0 {
			return fmt.Errorf("there is no suite %q", name)
		}
		if _, _, err := all[i].place(r, all[i]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
