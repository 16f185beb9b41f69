package play

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/informerscope/informerscope/core/chrome"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/server/cli"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/text"
)

type flags struct {
	engine  string
	queue   string
	lang    string
	noColor bool
	all     bool
	trace   string
}

// Command is play.
func Command() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "play [FILE|LESSON]",
		Short: "Step through a scenario as text",
		Long: `play shows a lesson of the course, or a scenario from a file, step by step: the command,
what it means, the state in one line, and what changed.

  enter, →   the next step         ←         the step before
  12 enter   step 12               q         quit
  1 to 4     answers a question; enter shows what happens instead

Where the output is no terminal it prints every step. Without an argument it lists the
lessons.

--trace writes what happened into a file instead: .jsonl as the page opens it, .json for
Perfetto (ui.perfetto.dev) and other viewers of Chrome's traces.`,
		Example: `  informerscope play dirty-and-processing
  informerscope play two-fifos --engine classic --lang zh
  informerscope play mine.iq | less -R
  informerscope play backoff-ladder --trace ladder.json`,
		Args:              cli.Args(cobra.MaximumNArgs(1)),
		ValidArgsFunction: cli.CompleteLessons,
		RunE:              func(cmd *cobra.Command, args []string) error { return f.play(cmd, args) },
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringVar(&f.engine, "engine", "", "`engine` to run on: "+strings.Join(sim.Engines(), ", ")+" (default: the newest that the lesson lists)")
	set.StringVar(&f.queue, "queue", "", cli.QueueHelp)
	set.StringVar(&f.lang, "lang", "en", "`language` of the narration: "+strings.Join(text.Langs(), ", "))
	set.BoolVar(&f.noColor, "no-color", false, "print without colours, as NO_COLOR does")
	set.BoolVar(&f.all, "all", false, "print every step at once, even to a terminal")
	set.StringVar(&f.trace, "trace", "", "`file` to write all that happened into: .jsonl for the page, .json for Perfetto")
	cli.CompleteFlags(cmd)
	return cmd
}

func (f flags) play(cmd *cobra.Command, args []string) error {
	lang, err := cli.Lang(f.lang)
	if err != nil {
		return err
	}
	stdin, stdout := cmd.InOrStdin(), cmd.OutOrStdout()
	in, inTTY := cli.Terminal(stdin)
	out, outTTY := cli.Terminal(stdout)
	p := &teller{out: stdout, lang: lang, say: text.For(lang).Text, width: 80}
	p.ink.on = outTTY && !f.noColor && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	if outTTY {
		if w, _, err := term.GetSize(int(out.Fd())); err == nil && w > 20 {
			p.width = min(w, 100)
		}
	}
	if len(args) == 0 {
		if f.trace != "" {
			return cli.Usagef("--trace %s: want a lesson or a file to play", f.trace)
		}
		return p.list()
	}
	l, err := cli.Lesson(args[0], stdin)
	if err != nil {
		return err
	}
	l, engine, err := cli.On(l, f.engine, f.queue)
	if err != nil {
		return err
	}
	shown, refused := film.Record(l, engine)
	if shown == nil {
		return refused
	}
	if f.trace != "" {
		return cmp.Or(f.write(shown, lang), refused)
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

// write writes all that happened as the name of the file asks for.
func (f flags) write(shown *film.Film, lang string) error {
	var b bytes.Buffer
	var err error
	rec := shown.Run.Recorder
	switch filepath.Ext(f.trace) {
	case ".json":
		err = chrome.Write(&b, rec, "Informerscope: "+shown.Lesson.Text(lang, "title"))
	case ".jsonl":
		err = rec.WriteJSON(&b)
	default:
		err = cli.Usagef("--trace %s: want a name that ends in .jsonl, which the page opens, or .json, for Perfetto", f.trace)
	}
	if err != nil {
		return err
	}
	if err := os.WriteFile(f.trace, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("--trace %s cannot be written: %w", f.trace, cmp.Or(errors.Unwrap(err), err))
	}
	return nil
}

// crlf writes to a terminal that no longer returns to the left edge by itself.
type crlf struct{ io.Writer }

func (w crlf) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.Writer, strings.ReplaceAll(string(p), "\n", "\r\n")); err != nil {
		return 0, err
	}
	return len(p), nil
}
