package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/text"
)

type playFlags struct {
	engine  string
	lang    string
	noColor bool
	all     bool
}

func playCommand() *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{
		Use:   "play [FILE|LESSON]",
		Short: "Step through a scenario as text",
		Long: `play shows a lesson of the course, or a scenario from a file, step by step: the command,
what it means, the state in one line, and what changed.

  enter, →   the next step         ←         the step before
  12 enter   step 12               q         quit
  1 to 4     answers a question; enter shows what happens instead

Where the output is no terminal it prints every step. Without an argument it lists the
lessons.`,
		Example: `  informerscope play dirty-and-processing
  informerscope play S17 --engine classic --lang zh
  informerscope play mine.iq | less -R`,
		Args:              usageArgs(cobra.MaximumNArgs(1)),
		ValidArgsFunction: completeLessons,
		RunE:              func(cmd *cobra.Command, args []string) error { return f.play(cmd, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.engine, "engine", "", "`engine` to run on: classic, ordered or atomic (default: the newest that the lesson lists)")
	flags.StringVar(&f.lang, "lang", "en", "`language` of the narration: "+strings.Join(text.Langs(), ", "))
	flags.BoolVar(&f.noColor, "no-color", false, "print without colours, as NO_COLOR does")
	flags.BoolVar(&f.all, "all", false, "print every step at once, even to a terminal")
	completeFlags(cmd)
	return cmd
}

// completeLessons offers the lessons, and files that end in .iq.
func completeLessons(_ *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var found []string
	for _, l := range scenarios.List() {
		if strings.HasPrefix(l.ID, start) {
			found = append(found, l.ID+"\t"+l.Title)
		}
	}
	if len(found) == 0 {
		return []string{"iq"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return found, cobra.ShellCompDirectiveNoFileComp
}

// completeFlags offers the values of --engine and --lang.
func completeFlags(cmd *cobra.Command) {
	// These fail only for a flag that is not there, which the tests would show.
	_ = cmd.RegisterFlagCompletionFunc("engine", cobra.FixedCompletions([]string{"workqueue", "classic", "ordered", "atomic"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(text.Langs(), cobra.ShellCompDirectiveNoFileComp))
}

// langOf sees that there is such a language.
func langOf(lang string) (string, error) {
	if !slices.Contains(text.Langs(), lang) {
		return "", usagef("--lang %q: want %s", lang, strings.Join(text.Langs(), ", "))
	}
	return lang, nil
}

func (f playFlags) play(cmd *cobra.Command, args []string) error {
	lang, err := langOf(f.lang)
	if err != nil {
		return err
	}
	stdin, stdout := cmd.InOrStdin(), cmd.OutOrStdout()
	in, inTTY := terminal(stdin)
	out, outTTY := terminal(stdout)
	p := &teller{out: stdout, lang: lang, say: text.For(lang).Text, width: 80}
	p.ink.on = outTTY && !f.noColor && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	if outTTY {
		if w, _, err := term.GetSize(int(out.Fd())); err == nil && w > 20 {
			p.width = min(w, 100)
		}
	}
	if len(args) == 0 {
		return p.list()
	}
	l, err := lesson(args[0], stdin)
	if err != nil {
		return err
	}
	engine, err := engineOf(l, f.engine)
	if err != nil {
		return err
	}
	shown, refused := film.Record(l, engine)
	if shown == nil {
		return refused
	}
	p.film = shown
	if !inTTY || !outTTY || f.all || args[0] == "-" {
		p.everything(cmd.Context())
		return cmp.Or(p.err, refused)
	}
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return fmt.Errorf("the terminal cannot be read key by key: %w; --all prints every step", err)
	}
	defer func() { _ = term.Restore(int(in.Fd()), before) }()
	p.out = crlf{stdout}
	p.interactive(cmd.Context(), keys(in))
	return cmp.Or(p.err, refused)
}

// terminal returns the file behind a stream, and whether it is a terminal.
func terminal(stream any) (*os.File, bool) {
	f, ok := stream.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// crlf writes to a terminal that no longer returns to the left edge by itself.
type crlf struct{ io.Writer }

func (w crlf) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, strings.ReplaceAll(string(p), "\n", "\r\n")); err != nil {
		return 0, err
	}
	return len(p), nil
}
