package render

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/server/cli"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/raster"
	"github.com/informerscope/informerscope/wasm/still"
	"github.com/informerscope/informerscope/wasm/text"
)

// formats are what a file can be; those from moving on are of a range of steps.
var (
	formats = []string{"svg", "png", "gif", "webm"}
	moving  = formats[2:]
)

// themes are what --theme knows; what is made of pixels cannot be auto.
var themes = []string{"light", "dark", "hc", "auto"}

// maxPictures bounds what --all writes.
const maxPictures = 1000

type flags struct {
	step    int
	from    int
	to      int
	seconds float64
	cut     bool
	width   int
	all     bool
	sheet   bool
	out     string
	format  string
	theme   string
	lang    string
	layout  string
	view    string
	engine  string
	queue   string
	scale   float64
	columns int
	fonts   []string

	given func(flag string) bool
	web   fs.FS
}

// Command is render; web is where the page's fonts are.
func Command(web fs.FS) *cobra.Command {
	f := flags{web: web}
	cmd := &cobra.Command{
		Use:   "render FILE|LESSON -o OUT",
		Short: "Draw a step, every step, a contact sheet or a moving picture",
		Long: `render draws a lesson of the course, or a scenario from a file, as the page does.

--step N draws one step, --all each step into a file of its own, and --sheet a comic strip
of the steps that matter with what is said about them. Without any of them it draws the
last step. The format follows the name: .svg or .png; - is standard output. A folder that
is missing is made, and named.

A name that ends in .gif or .webm makes a moving picture of the steps --from to --to: what
moves to each, and the step itself for as long as it takes to read. A WebM is made by
ffmpeg, which has to be installed.

An SVG keeps its text; PNG is drawn in the page's fonts, and in a font of this system for
what they lack, such as Chinese. Where no font has a character, a box is drawn for it and
a warning says so; --font names one.`,
		Example: `  informerscope render dirty-and-processing --step 3 -o both.svg
  informerscope render two-fifos --engine classic --all -o steps/ --format png
  informerscope render dirty-and-processing --from 2 --to 6 -o owed.gif
  informerscope render first-light --sheet --lang zh --theme dark -o first-light.png
  informerscope render mine.iq -o - | rsvg-convert > mine.png`,
		Args:              cli.Args(cobra.ExactArgs(1)),
		ValidArgsFunction: cli.CompleteLessons,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.given = cmd.Flags().Changed
			return f.render(cmd, args[0])
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringVarP(&f.out, "output", "o", "", "`file` to write, or with --all a folder; - is standard output")
	set.IntVar(&f.step, "step", 0, "`number` of the step to draw; 0 is the state before the first")
	set.BoolVar(&f.all, "all", false, "draw every step")
	set.BoolVar(&f.sheet, "sheet", false, "draw a contact sheet of the steps that matter")
	set.IntVar(&f.from, "from", 0, "`number` of the first step of a moving picture")
	set.IntVar(&f.to, "to", 0, "`number` of its last step (default: the lesson's last)")
	set.Float64Var(&f.seconds, "seconds", 0, "how long each step of it stays (default: as long as it takes to read, as in the page)")
	set.BoolVar(&f.cut, "cut", false, "leave out what moves from step to step of it")
	set.IntVar(&f.width, "width", 0, "pixels that it is wide, 160 to 3840 (default: as the picture)")
	set.StringVar(&f.format, "format", "", strings.Join(formats, ", ")+" (default: as the file's name ends, else svg)")
	set.StringVar(&f.theme, "theme", "light", "light, dark, hc (high contrast) or, for SVG, auto: as the reader's system")
	set.StringVar(&f.lang, "lang", "en", "`language`: "+strings.Join(text.Langs(), ", "))
	set.StringVar(&f.layout, "layout", "", strings.Join(film.Layouts, ", ")+" (default: wide, of a sheet embed)")
	set.StringVar(&f.view, "view", "", strings.Join(film.Views, ", ")+" (default: the lesson's)")
	set.StringVar(&f.engine, "engine", "", "`engine` to run on (default: the newest that the lesson lists)")
	set.StringVar(&f.queue, "queue", "", cli.QueueHelp)
	set.Float64Var(&f.scale, "scale", 2, "pixels of a PNG for each of the picture, 0.25 to 8")
	set.IntVar(&f.columns, "columns", 0, "panels in a row of a sheet (default: by the layout)")
	set.StringArrayVar(&f.fonts, "font", nil, "`file` of a font for what the page's fonts lack; may be repeated")
	cli.CompleteFlags(cmd)
	for name, values := range map[string][]string{"format": formats, "theme": themes, "layout": film.Layouts, "view": film.Views} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	return cmd
}

// names are the formats as people say them.
var names = map[string]string{"png": "PNG", "gif": "GIF", "webm": "WebM"}

// check finds what is wrong with the flags before anything is drawn.
func (f *flags) check() error {
	if f.out == "" {
		return cli.Usagef("-o is missing: name a file that ends in .svg, .png, .gif or .webm, or - for standard output")
	}
	var ways []string
	for _, name := range []string{"step", "all", "sheet"} {
		if f.given(name) {
			ways = append(ways, "--"+name)
		}
	}
	if len(ways) > 1 {
		return cli.Usagef("%s exclude each other: leave one of them out", strings.Join(ways, " and "))
	}
	if f.format == "" {
		f.format = strings.ToLower(strings.TrimPrefix(filepath.Ext(f.out), "."))
		if f.out == "-" || f.folder() {
			f.format = "svg"
		}
	}
	for _, row := range []struct {
		flag, value string
		list        []string
	}{
		{"format", f.format, formats}, {"theme", f.theme, themes},
		{"layout", f.layout, film.Layouts}, {"view", f.view, film.Views}, {"lang", f.lang, text.Langs()},
	} {
		optional := row.flag == "layout" || row.flag == "view"
		if !slices.Contains(row.list, row.value) && !(optional && row.value == "") {
			if row.flag == "format" && !f.given("format") {
				return cli.Usagef("-o %s: want a name that ends in .svg, .png, .gif or .webm, or --format", f.out)
			}
			return cli.Usagef("--%s %q: want %s%s", row.flag, row.value, strings.Join(row.list, ", "), sim.Suggest(row.value, row.list))
		}
	}
	moves := slices.Contains(moving, f.format)
	if moves {
		ways = append(ways, "--format "+f.format)
	}
	for _, name := range []string{"from", "to", "seconds", "cut", "width"} {
		if f.given(name) && !moves {
			return cli.Usagef("--%s is of a moving picture: want -o with a name that ends in .gif or .webm", name)
		}
	}
	switch {
	case f.format != "svg" && f.theme == "auto":
		return cli.Usagef("--theme auto: a %s has the colours of one theme: want light, dark or hc", names[f.format])
	case moves && len(ways) > 1:
		return cli.Usagef("%s: a %s is of the steps --from to --to: leave %[1]s out", ways[0], names[f.format])
	case moves && f.given("scale"):
		return cli.Usagef("--scale is of a PNG: a %s has --width", names[f.format])
	case f.given("seconds") && !(f.seconds >= .02 && f.seconds <= 60):
		return cli.Usagef("--seconds %v: want 0.02 to 60", f.seconds)
	case f.given("width") && (f.width < 160 || f.width > 3840):
		return cli.Usagef("--width %d: want 160 to 3840", f.width)
	case !(f.scale >= .25 && f.scale <= 8):
		return cli.Usagef("--scale %v: want 0.25 to 8", f.scale)
	case f.columns < 0 || f.columns > film.MaxPanels:
		return cli.Usagef("--columns %d: want 1 to %d", f.columns, film.MaxPanels)
	case f.all && f.out == "-":
		return cli.Usagef("--all writes several files: name a folder, not -")
	}
	return nil
}

// folder reports whether -o names one.
func (f *flags) folder() bool {
	info, err := os.Stat(f.out)
	return strings.HasSuffix(f.out, "/") || strings.HasSuffix(f.out, string(filepath.Separator)) || err == nil && info.IsDir()
}

func (f *flags) render(cmd *cobra.Command, name string) error {
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
	shown, err := film.Record(l, engine)
	if err != nil {
		return err
	}
	look := film.Look{Layout: f.layout, View: f.view, Lang: f.lang}
	if f.sheet && f.layout == "" {
		look.Layout = "embed"
	}
	d := &drawer{f: f, stderr: cmd.ErrOrStderr()}
	switch {
	case f.sheet:
		err = d.write(cmd.OutOrStdout(), f.path(l.ID), shown.Sheet(look, f.columns))
	case f.all:
		err = f.every(d, shown, look)
	case slices.Contains(moving, f.format):
		err = f.reel(cmd.Context(), d, cmd.OutOrStdout(), shown, look)
	default:
		n := shown.Last()
		if f.given("step") {
			n = f.step
		}
		if n < 0 || n > shown.Last() {
			return cli.Usagef("--step %d: this lesson has steps 0 to %d", n, shown.Last())
		}
		err = d.write(cmd.OutOrStdout(), f.path(l.ID), shown.Frame(n, look))
	}
	if d.fonts != nil && err == nil {
		warn(d.stderr, d.fonts.Missing())
	}
	return err
}

// path is the one file to write: in a folder it is called after the lesson.
func (f *flags) path(id string) string {
	if f.out != "-" && f.folder() {
		return filepath.Join(f.out, id+"."+f.format)
	}
	return f.out
}

// every writes each step: into a folder as 0.svg and so on, else beside each other as
// name-00.svg.
func (f *flags) every(d *drawer, shown *film.Film, look film.Look) error {
	if n := shown.Last() + 1; n > maxPictures {
		return fmt.Errorf("%d steps; --all draws at most %d: choose with --step, or --sheet", n, maxPictures)
	}
	digits := len(strconv.Itoa(shown.Last()))
	for n := range shown.Last() + 1 {
		name := fmt.Sprintf("%0*d.%s", digits, n, f.format)
		if f.folder() {
			name = filepath.Join(f.out, name)
		} else {
			name = strings.TrimSuffix(f.out, filepath.Ext(f.out)) + "-" + name
		}
		if err := d.write(nil, name, shown.Frame(n, look)); err != nil {
			return err
		}
	}
	fmt.Fprintf(d.stderr, "%d pictures\n", shown.Last()+1)
	return nil
}

// warn says which characters are drawn as boxes.
func warn(stderr io.Writer, missing string) {
	if missing == "" {
		return
	}
	r := []rune(missing)
	fmt.Fprintf(stderr, "informerscope: no font here has %s of the picture, such as %s: boxes are drawn; install one, such as fonts-noto-cjk, or name one with --font\n",
		cli.Count(len(r), "character"), text.Visible(string(r[:min(len(r), 8)])))
}

// drawer writes pictures; fonts are read when the first PNG wants them.
type drawer struct {
	f      *flags
	fonts  *raster.Fonts
	stderr io.Writer
}

func (d *drawer) encode(p film.Picture) ([]byte, error) {
	f := d.f
	if f.format == "svg" {
		return []byte(still.SVG(p.Shapes, still.Options{W: p.W, H: p.H, Title: p.Title, Desc: p.Desc, Theme: f.theme, Fixed: true, Bg: true})), nil
	}
	img, err := d.paint(p, f.scale)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("PNG: %w", err)
	}
	return b.Bytes(), nil
}

// paint makes pixels of the picture, scale for each of its own.
func (d *drawer) paint(p film.Picture, scale float64) (*image.RGBA, error) {
	if d.fonts == nil {
		var err error
		if d.fonts, err = raster.LoadFonts(d.f.web, d.f.fonts, nil); err != nil {
			return nil, err
		}
	}
	pal := still.Palette(d.f.theme)
	return raster.Paint(pal.Suit(p.Shapes), p.W, p.H, scale, pal, d.fonts)
}

// write encodes the picture before it touches the file, so that a failure leaves it alone.
func (d *drawer) write(stdout io.Writer, name string, p film.Picture) error {
	data, err := d.encode(p)
	if err != nil {
		return err
	}
	return d.save(stdout, name, data)
}

// save writes a file, or to standard output.
func (d *drawer) save(stdout io.Writer, name string, data []byte) error {
	if name == "-" {
		w := bufio.NewWriter(stdout)
		if _, err := w.Write(data); err != nil {
			return err
		}
		return w.Flush()
	}
	err := d.makeFolder(filepath.Dir(name))
	if err == nil {
		err = os.WriteFile(name, data, 0o644)
	}
	if err != nil {
		return notWritten(name, err)
	}
	return nil
}

// makeFolder makes what is missing of a folder, and says so: it may be a slip of the pen.
func (d *drawer) makeFolder(name string) error {
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	if err := os.MkdirAll(name, 0o755); err != nil {
		return err
	}
	fmt.Fprintf(d.stderr, "informerscope: made the folder %s\n", text.Visible(name))
	return nil
}

// notWritten says why a file cannot be written.
func notWritten(name string, err error) error {
	if cause := errors.Unwrap(err); cause != nil {
		err = cause
	}
	return fmt.Errorf("%s cannot be written: %w: name another file with -o", name, err)
}
