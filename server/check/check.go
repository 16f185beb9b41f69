package check

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/versions"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/server/cli"
	"github.com/informerscope/informerscope/wasm/text"
)

// maxShown bounds the failures that are printed of one file.
const maxShown = 25

type flags struct {
	update   bool
	lint     bool
	quiet    bool
	clientGo []string
}

// Command is check.
func Command() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "check FILE…",
		Short: "Run scenarios and compare what they expect with what happens",
		Long: `check plays each scenario on every engine it lists, and prints what did not hold:
where, what was seen, what was expected, and what can be done.

A folder stands for the .iq files in it and below it; - reads standard input.
Translations beside a file, <name>.zh.md, are checked with it: one that names what the
scenario does not have does not hold, and what it lacks is said.
It exits with 1 when something does not hold.

With --client-go it also plays each scenario on client-go itself, of any version since
0.27, and compares what can be seen with ours, on the engine that claims the version. That
takes Go and the module proxy: a program that links that client-go is built, once.

A scenario is a header, a blank line, and steps; below a step, what is said about it and
what has to hold then:

  id: my-lesson
  workers: W1

  Add a
  @why **a is in the queue.** Nobody works on it yet.
  ----
  q=[a]  d={a}  p={}

  +2s W1 Get => a

Header keys:
` + list(scenarios.HeaderKeys()) + `
Verbs of steps; time before one is +2s:
` + verbs() + `
What can be held:
` + strings.TrimSuffix(list(append(slices.Clone(state.Views), "full", "nothing")), "\n"),
		Example: `  informerscope check mine.iq
  informerscope check --lint scenarios/
  informerscope check --update mine.iq
  informerscope check --client-go 0.33 mine.iq
  generate | informerscope check -`,
		Args: cli.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return check(f, args, cmd) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"iq"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.BoolVar(&f.update, "update", false, "write what happened where an expectation did not hold; of - the new text goes to standard output")
	set.BoolVar(&f.lint, "lint", false, "also say what makes a lesson hard to read or unfit to be shown")
	set.StringSliceVar(&f.clientGo, "client-go", nil, "also run them on client-go of this version, such as "+versions.Newest().Short()+" or "+scenarios.ClientGo+"; several with commas, or all that the lessons were tried on")
	set.BoolVarP(&f.quiet, "quiet", "q", false, "print nothing about scenarios that hold")
	return cmd
}

// list prints words as lines of a help text.
func list(words []string) string {
	var b strings.Builder
	for _, line := range cli.Wrap(strings.Join(words, ", "), 86) {
		b.WriteString("  " + line + "\n")
	}
	return b.String()
}

// verbs prints what a step can be.
func verbs() string {
	var b strings.Builder
	for _, v := range sim.Verbs() {
		fmt.Fprintf(&b, "  %-18s %s\n", v.Name, v.Help)
	}
	return b.String()
}

func check(f flags, args []string, cmd *cobra.Command) error {
	on, err := asked(f.clientGo, cmd.Flags().Changed("client-go"))
	if err != nil {
		return err
	}
	names, err := gather(args)
	if err != nil {
		return err
	}
	there := &oracles{ctx: cmd.Context(), news: cmd.ErrOrStderr(), quiet: f.quiet}
	defer there.close()
	stdin, stdout := cmd.InOrStdin(), cmd.OutOrStdout()
	out := stdout
	if f.update && slices.Contains(names, "-") {
		out = cmd.ErrOrStderr() // standard output is the new text
	}
	bad, untried, unread := 0, 0, false
	for _, name := range names {
		s, err := cli.Read(name, stdin)
		if err == nil {
			var good bool
			if good, err = f.checkOne(s, out, stdout); err == nil {
				var holds bool
				if holds, err = there.check(s, on, out); err == nil && good && holds {
					continue
				}
				if err != nil && good {
					untried++
				}
			}
		}
		bad++
		if err != nil {
			fmt.Fprintln(out, "FAIL ", indented(err.Error(), "      "))
		}
		if at := (*scenarios.Error)(nil); errors.As(err, &at) {
			unread = true
		}
	}
	if unread {
		fmt.Fprintln(out, "How scenarios are written: informerscope check --help")
	}
	switch {
	case bad == 0:
		return nil
	case untried == bad && len(names) == 1:
		return fmt.Errorf("the scenario holds here; on client-go it could not be tried")
	case untried == bad:
		return fmt.Errorf("all scenarios hold here; on client-go %d of %d could not be tried", bad, len(names))
	case len(names) == 1:
		return fmt.Errorf("the scenario does not hold")
	}
	return fmt.Errorf("%d of %d scenarios do not hold", bad, len(names))
}

// checkOne reports whether the scenario holds; an error is why it cannot be told.
func (f flags) checkOne(s cli.Script, out, stdout io.Writer) (good bool, err error) {
	l, err := s.Parse()
	if err != nil {
		return false, err
	}
	runs, failures, err := play(l)
	changed := 0
	if f.update && err == nil {
		if l, failures, changed, err = updated(s, l, runs, failures, stdout); err != nil {
			return false, err
		}
	}
	var hints, warnings []string
	switch {
	case !f.lint:
		warnings = l.Untold()
	case scenarios.Find(l.ID) != nil || scenarios.ExerciseNamed(l.ID) != nil:
		hints = l.LintOurs()
	default:
		hints = l.Lint()
	}
	if x := l.Exercise(); x != nil {
		hints = append(hints, x.Unfair()...)
	}
	good = len(failures) == 0 && len(hints) == 0 && err == nil
	say := func(verdict, more string) { fmt.Fprintf(out, "%-5s %s%s\n", verdict, text.Visible(s.Name), more) }
	switch {
	case !good && err == nil:
		say("FAIL", "")
	case !good:
	case changed > 0:
		say("wrote", fmt.Sprintf("  %s of expectations", cli.Count(changed, "line")))
	case !f.quiet:
		say("ok", fmt.Sprintf("  %s on %s", cli.Count(len(l.Items)-1, "step"), on(l)))
	}
	if !f.quiet {
		tell(out, warnings)
	}
	if good {
		return true, nil
	}
	show(out, failures, s, f.update)
	tell(out, hints)
	return false, err
}

// on is what the lesson runs on, as people say it.
func on(l *scenarios.Lesson) string {
	engines, queues := strings.Join(l.Engines, ", "), strings.Join(l.Queues, ", ")
	switch {
	case len(l.Queues) < 2:
		return engines
	case len(l.Engines) < 2:
		return queues
	}
	return engines + ", each with " + queues
}

func tell(out io.Writer, lines []string) {
	for _, l := range lines {
		fmt.Fprintln(out, "     ", text.Visible(l))
	}
}

// play runs the lesson on every engine it lists, with every queue.
func play(l *scenarios.Lesson) (runs []*scenarios.Run, failures []scenarios.Failure, err error) {
	runs, err = l.Runs()
	for _, r := range runs {
		failures = append(failures, r.Failures...)
		if err != nil {
			continue
		}
		if f, ok := r.CheckOrders(); !ok {
			failures = append(failures, f)
		}
	}
	if err != nil {
		return nil, failures, err
	}
	return runs, failures, nil
}

// updated rewrites the expectations that did not hold, and checks the new text. What is
// still wrong then, an update cannot mend.
func updated(s cli.Script, l *scenarios.Lesson, runs []*scenarios.Run, failures []scenarios.Failure, stdout io.Writer) (*scenarios.Lesson, []scenarios.Failure, int, error) {
	now := l.Update(runs...)
	lines := map[int]bool{}
	for _, f := range failures {
		if f.Updatable() {
			lines[f.Line] = true
		}
	}
	old := s.Text
	s.Text = now
	if now != old {
		var err error
		if l, err = s.Parse(); err != nil {
			return nil, nil, 0, fmt.Errorf("the new text would not be read, so nothing was written: %w", err)
		}
		if _, failures, err = play(l); err != nil {
			return nil, nil, 0, err
		}
	}
	if s.Path == "" {
		_, err := io.WriteString(stdout, now)
		return l, failures, len(lines), err
	}
	if now == old {
		return l, failures, 0, nil
	}
	return l, failures, len(lines), replace(s.Path, now)
}

// show prints failures as a person reads them; the same one on several engines once.
func show(out io.Writer, failures []scenarios.Failure, s cli.Script, updating bool) {
	type group struct {
		scenarios.Failure
		engines []string
	}
	var groups []*group
	for _, f := range failures {
		i := slices.IndexFunc(groups, func(g *group) bool { return g.Line == f.Line && g.Item == f.Item && g.Got == f.Got })
		if i < 0 {
			groups = append(groups, &group{Failure: f})
			i = len(groups) - 1
		}
		groups[i].engines = append(groups[i].engines, f.Engine)
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(a.Line, b.Line) })
	mendable := false
	for i, g := range groups {
		mendable = mendable || g.Updatable()
		if i >= maxShown {
			continue
		}
		step := "at the start"
		if g.Step > 0 {
			step = fmt.Sprintf("after step %d, %s,", g.Step, cli.Short(g.Label, 60))
		}
		fmt.Fprintf(out, "%s:%d: %s on %s\n", text.Visible(g.File), g.Line, text.Visible(step), strings.Join(g.engines, ", "))
		fmt.Fprintf(out, "    seen      %s\n", cli.Value(g.Got))
		fmt.Fprintf(out, "    expected  %s\n", cli.Value(g.Item))
		if d := g.Differs(); d != "" {
			fmt.Fprintf(out, "    differs   %s\n", cli.Value(d))
		}
		fmt.Fprintf(out, "    try       %s\n", cli.Value(g.Advice()))
	}
	if n := len(groups) - maxShown; n > 0 {
		fmt.Fprintf(out, "… and %d more\n", n)
	}
	if mendable && !updating && s.Path != "" {
		fmt.Fprintf(out, "If what was seen is right: informerscope check --update %s\n", text.Visible(s.Path))
	}
}
