package explore

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/server/cli"
	"github.com/informerscope/informerscope/wasm/orders"
	"github.com/informerscope/informerscope/wasm/still"
)

// Bounds of an exploration from the command line.
const (
	usualStates = 20_000
	usualTime   = 30 * time.Second
	slice       = 50 // steps between two looks at the clock
)

// mostShown bounds the faults that are printed.
const mostShown = 25

type flags struct {
	step   int
	engine string
	queue  string
	states int
	time   time.Duration
	out    string
	theme  string
}

// Command is explore.
func Command() *cobra.Command {
	f := flags{}
	cmd := &cobra.Command{
		Use:   "explore FILE|LESSON",
		Short: "Find every order in which a scenario can go on",
		Long: `explore plays a lesson of the course, or a scenario from a file, in every order in which its
actors can act: in each state whoever can act may, each worker gives its own commands in
their order, somebody else all others, and time passes only when nobody can act. What the
scenario says about who acts when (step, run, hold, waits) does not count.

States that are equal are one. It says how many there are, and what goes wrong in some
order, each with a shortest way there: a promise of the queue that is broken, a key that
is stuck, an object that the store never gets, a worker that reads too early, a panic.
What the scenario's own order leaves behind, too, is not called wrong.

It exits with 1 when something goes wrong. Where a bound comes first it says so: then
nothing is proven of what lies beyond it.`,
		Example: `  informerscope explore done-without-get
  informerscope explore in-line-but-locked --step 2 -o orders.svg
  informerscope explore mine.iq --states 50000 --time 2m
  informerscope explore mine.iq -o - | dot -Tsvg > mine.svg`,
		Args:              cli.Args(cobra.ExactArgs(1)),
		ValidArgsFunction: cli.CompleteLessons,
		RunE:              func(cmd *cobra.Command, args []string) error { return f.explore(cmd, args[0]) },
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.IntVar(&f.step, "step", 0, "`number` of the step to go on from; 0 is the state before the first")
	set.StringVar(&f.engine, "engine", "", "`engine` to run on: "+strings.Join(sim.Engines(), ", ")+" (default: the newest that the lesson lists)")
	set.StringVar(&f.queue, "queue", "", cli.QueueHelp)
	set.IntVar(&f.states, "states", usualStates, fmt.Sprintf("the most states, up to %d", sim.MostStates))
	set.DurationVar(&f.time, "time", usualTime, "the longest `time` to look")
	set.StringVarP(&f.out, "output", "o", "", "`file` to write the graph into: .svg, or .dot for Graphviz; - is standard output, as .dot")
	set.StringVar(&f.theme, "theme", "light", strings.Join(themes, ", ")+" of an .svg")
	cli.CompleteFlags(cmd)
	_ = cmd.RegisterFlagCompletionFunc("theme", cobra.FixedCompletions(themes, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

var themes = []string{"light", "dark", "hc"}

// check finds what is wrong with the flags.
func (f *flags) check() error {
	switch ext := strings.ToLower(filepath.Ext(f.out)); {
	case f.states < 1 || f.states > sim.MostStates:
		return cli.Usagef("--states %d: want 1 to %d", f.states, sim.MostStates)
	case f.time <= 0:
		return cli.Usagef("--time %s: want more than nothing, such as 30s", f.time)
	case f.out != "" && f.out != "-" && ext != ".svg" && ext != ".dot":
		return cli.Usagef("-o %s: want a name that ends in .svg or .dot", f.out)
	case !slices.Contains(themes, f.theme):
		return cli.Usagef("--theme %q: want %s", f.theme, strings.Join(themes, ", "))
	}
	return nil
}

func (f *flags) explore(cmd *cobra.Command, name string) error {
	if err := f.check(); err != nil {
		return err
	}
	l, err := cli.Lesson(name, cmd.InOrStdin())
	if err != nil {
		return err
	}
	l, engine, err := cli.On(l, f.engine, f.queue)
	if err != nil {
		return err
	}
	run, err := l.Run(engine)
	if err != nil {
		return err
	}
	if f.step < 0 || f.step >= len(run.Steps) {
		return cli.Usagef("--step %d: this lesson has steps 0 to %d", f.step, len(run.Steps)-1)
	}
	x, err := run.Explore(f.step, sim.Bounds{States: f.states})
	if err != nil {
		return err
	}
	late := false
	for until := time.Now().Add(f.time); x.Go(slice); {
		if err := cmd.Context().Err(); err != nil {
			return fmt.Errorf("ended after %d states", len(x.States()))
		}
		if late = time.Now().After(until); late {
			break
		}
	}
	out := cmd.OutOrStdout()
	if f.out == "-" {
		out = cmd.ErrOrStderr() // standard output is the graph
	}
	f.report(out, run, x, late)
	if err := f.write(cmd, x); err != nil {
		return err
	}
	if len(x.Faults()) > 0 {
		return fmt.Errorf("something goes wrong in some order")
	}
	return nil
}

// report says what was found.
func (f *flags) report(out io.Writer, run *scenarios.Run, x *sim.Exploration, late bool) {
	from := "from its beginning"
	if f.step > 0 {
		from = fmt.Sprintf("from step %d", f.step)
	}
	fmt.Fprintf(out, "%s on %s, %s: %s, %s", run.Lesson.ID, run.Setting(), from, cli.Count(len(x.States()), "state"), cli.Count(len(x.Steps()), "step"))
	switch {
	case x.Whole():
		fmt.Fprintln(out, "; every order was seen")
	case late:
		fmt.Fprintf(out, "; ended after %s, so not every order was seen: --time sees more\n", f.time)
	case len(x.States()) >= f.states:
		how := ": --states sees more"
		if f.states == sim.MostStates {
			how = ": that is the most, so begin at a later --step"
		}
		fmt.Fprintf(out, "; ended at %s, so not every order was seen%s\n", cli.Count(f.states, "state"), how)
	default:
		fmt.Fprintln(out, "; the longest ways were cut off, so not every order was seen")
	}
	faults := x.Faults()
	if len(faults) == 0 {
		fmt.Fprintln(out, "Nothing went wrong in any order that was seen.")
	}
	for i, fault := range faults {
		if i == mostShown {
			fmt.Fprintf(out, "\nand %d more\n", len(faults)-i)
			break
		}
		fmt.Fprintf(out, "\n%s; a shortest way:\n", fault.Mark)
		for _, n := range fault.Way {
			fmt.Fprintf(out, "  %s\n", x.Steps()[n].Name)
		}
	}
}

// write writes the graph.
func (f *flags) write(cmd *cobra.Command, x *sim.Exploration) error {
	if f.out == "" {
		return nil
	}
	text := dot(x)
	if strings.ToLower(filepath.Ext(f.out)) == ".svg" {
		v := orders.View{}
		if faults := x.Faults(); len(faults) > 0 {
			v.Way, v.Picked = faults[0].Way, faults[0].State
		}
		pic := orders.Build(x, v)
		text = still.SVG(pic.Shapes, still.Options{W: pic.W, H: pic.H, Theme: f.theme, Fixed: true, Bg: true,
			Title: fmt.Sprintf("%d states and %d steps", len(x.States()), len(x.Steps()))})
	}
	if f.out == "-" {
		_, err := io.WriteString(cmd.OutOrStdout(), text)
		return err
	}
	if err := os.WriteFile(f.out, []byte(text), 0o666); err != nil {
		return fmt.Errorf("%s cannot be written: %w", f.out, errors.Unwrap(err))
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: the graph\n", f.out)
	return nil
}

// dot is the graph in the language of Graphviz.
func dot(x *sim.Exploration) string {
	var b strings.Builder
	b.WriteString("digraph orders {\n  rankdir=LR\n  node [shape=circle, label=\"\", width=0.15]\n")
	for i, s := range x.States() {
		var marks []string
		for _, m := range s.Marks {
			marks = append(marks, m.String())
		}
		switch {
		case len(marks) > 0:
			fmt.Fprintf(&b, "  %d [color=red, style=filled, tooltip=%q]\n", i, strings.Join(marks, "; "))
		case s.Ended:
			fmt.Fprintf(&b, "  %d [shape=doublecircle]\n", i)
		case s.Open:
			fmt.Fprintf(&b, "  %d [style=dashed]\n", i)
		default:
			fmt.Fprintf(&b, "  %d\n", i)
		}
	}
	for _, s := range x.Steps() {
		more := ""
		if len(s.Marks) > 0 {
			more = ", color=red"
		}
		fmt.Fprintf(&b, "  %d -> %d [label=%q%s]\n", s.From, s.To, s.Name, more)
	}
	b.WriteString("}\n")
	return b.String()
}
