package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/server/cli/clitest"
)

// command runs informerscope with this command alone.
func command(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return clitest.Run(t, Command(os.DirFS("../../web")), stdin, args...)
}

var sizes = regexp.MustCompile(`width="(\d+)" height="(\d+)" font-family`)

func TestRenderDrawsAStepAsSVG(t *testing.T) {
	for args, want := range map[string]struct{ size, words string }{
		"S02 --step 3":                                  {"912 528", "one more pass."},
		"S02 --step 3 --layout embed":                   {"656 284", "one more pass"},
		"S02 --step 3 --layout phone":                   {"406 480", "one more pass"},
		"S14 --view all":                                {"952 536", "delay heap"},
		"S14 --lang zh --view all":                      {"952 536", "延迟堆"},
		"S17 --engine classic --step 4":                 {"912 528", "a tray per key"},
		"../check/testdata/check/holds.iq --theme dark": {"912 528", "#10151c"},
	} {
		code, svg, stderr := command(t, "", append([]string{"render", "-o", "-"}, strings.Fields(args)...)...)
		if code != 0 || stderr != "" {
			t.Errorf("render %s = %d %s", args, code, stderr)
			continue
		}
		words := clitest.WellFormed(t, svg)
		if m := sizes.FindStringSubmatch(svg); m == nil || m[1]+" "+m[2] != want.size {
			t.Errorf("render %s is %v, want %s", args, m, want.size)
		}
		if !strings.Contains(words, want.words) && !strings.Contains(svg, want.words) {
			t.Errorf("render %s lacks %q: %s", args, want.words, words)
		}
		if strings.Contains(svg, "var(") {
			t.Errorf("render %s leaves colours to variables, which many programs do not know", args)
		}
	}
	if _, svg, _ := command(t, "", "render", "S02", "--theme", "auto", "-o", "-"); !strings.Contains(svg, "prefers-color-scheme:dark") {
		t.Error("--theme auto does not follow the reader's system")
	}
}

func TestRenderDrawsEveryLessonAsASheet(t *testing.T) {
	for _, l := range scenarios.List() {
		for _, lang := range []string{"en", "zh"} {
			code, svg, stderr := command(t, "", "render", l.ID, "--sheet", "--lang", lang, "-o", "-")
			if code != 0 || stderr != "" {
				t.Errorf("render %s --sheet = %d %s", l.ID, code, stderr)
				continue
			}
			words := clitest.WellFormed(t, svg)
			if !strings.Contains(words, l.Text(lang, "title")) || !strings.Contains(words, l.Text(lang, "question")) {
				t.Errorf("the sheet of %s lacks its title or question", l.ID)
			}
			if proof, ok := l.Verified(l.Engines[len(l.Engines)-1]); ok && !strings.Contains(words, proof.On()) {
				t.Errorf("the sheet of %s does not say that it is verified on %s", l.ID, proof.On())
			}
		}
	}
}

// A key that Add brought back before its time did not wait one rung after the other, so its
// waits are not laid end to end.
func TestOnlyWaitsThatFollowedEachOtherAreLaidEndToEnd(t *testing.T) {
	for lesson, want := range map[string]bool{"S07": true, "S09": false} {
		_, svg, _ := command(t, "", "render", lesson, "--step", "5", "-o", "-")
		if got := strings.Contains(clitest.WellFormed(t, svg), "waits on a plain clock"); got != want {
			t.Errorf("%s, step 5: waits on a plain clock = %v, want %v", lesson, got, want)
		}
	}
}

func TestRenderWritesPNG(t *testing.T) {
	dir := t.TempDir()
	for name, args := range map[string][]string{
		"step.png":  {"S02", "--step", "3", "--scale", "1", "--theme", "dark"},
		"sheet.png": {"S02", "--sheet", "--scale", "0.5"},
	} {
		name = filepath.Join(dir, name)
		if code, out, stderr := command(t, "", append([]string{"render", "-o", name}, args...)...); code != 0 || out+stderr != "" {
			t.Fatalf("render %v = %d %s%s", args, code, out, stderr)
		}
		img, err := png.Decode(strings.NewReader(clitest.Content(t, name)))
		if err != nil {
			t.Fatal(err)
		}
		if b := img.Bounds(); strings.HasSuffix(name, "step.png") && (b.Dx() != 912 || b.Dy() != 528) {
			t.Errorf("%s is %v, want 912×528", name, b)
		}
		if c := color.RGBAModel.Convert(img.At(2, 2)).(color.RGBA); strings.HasSuffix(name, "step.png") && c != (color.RGBA{0x10, 0x15, 0x1c, 0xff}) {
			t.Errorf("the dark background is %v", c)
		}
	}
	// Drawn twice, a picture is the same.
	var first []byte
	for range 2 {
		code, out, _ := command(t, "", "render", "S07", "--step", "5", "--format", "png", "-o", "-")
		if code != 0 || first != nil && !bytes.Equal(first, []byte(out)) {
			t.Errorf("render = %d; two pictures of one step differ", code)
		}
		first = []byte(out)
	}
}

func TestHighContrastHasTwoColours(t *testing.T) {
	colours := regexp.MustCompile(`#[0-9a-f]{6}`)
	for _, how := range []string{"--step 5", "--step 5 --layout phone --lang zh", "--sheet"} {
		_, svg, stderr := command(t, "", append([]string{"render", "S02", "--theme", "hc", "-o", "-"}, strings.Fields(how)...)...)
		found := colours.FindAllString(svg, -1)
		slices.Sort(found)
		if got := strings.Join(slices.Compact(found), " "); got != "#000000 #ffffff" {
			t.Errorf("render %s --theme hc has the colours %s %s, want black and white", how, got, stderr)
		}
	}
	picture := func(theme string) image.Image {
		code, out, stderr := command(t, "", "render", "S02", "--step", "5", "--scale", "1", "--theme", theme, "--format", "png", "-o", "-")
		img, err := png.Decode(strings.NewReader(out))
		if code != 0 || err != nil {
			t.Fatalf("render --theme %s = %d %s %v", theme, code, stderr, err)
		}
		return img
	}
	black := func(img image.Image) (black, coloured int) { // coloured: what is not between black and white
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
				if c.R != c.G || c.G != c.B {
					coloured++
				} else if c.R == 0 {
					black++
				}
			}
		}
		return
	}
	most, coloured := black(picture("hc"))
	if light, _ := black(picture("light")); coloured > 0 || most <= light {
		t.Errorf("a PNG in high contrast has %d coloured and %d black pixels, light has %d black ones", coloured, most, light)
	}
}

func TestRenderWritesEveryStep(t *testing.T) {
	dir := t.TempDir()
	n := len(scenarios.Find("S02").Items)
	for out, want := range map[string]string{
		filepath.Join(dir, "steps") + "/": filepath.Join(dir, "steps", "03.svg"),
		filepath.Join(dir, "flat.svg"):    filepath.Join(dir, "flat-03.svg"),
	} {
		code, _, stderr := command(t, "", "render", "S02", "--all", "-o", out)
		stderr = strings.TrimPrefix(stderr, "informerscope: made the folder "+filepath.Join(dir, "steps")+"\n")
		if code != 0 || stderr != strconv.Itoa(n)+" pictures\n" {
			t.Errorf("render --all -o %s = %d %s", out, code, stderr)
		}
		clitest.WellFormed(t, clitest.Content(t, want))
	}
	if found, _ := filepath.Glob(filepath.Join(dir, "steps", "*")); len(found) != n {
		t.Errorf("%d files, want %d", len(found), n)
	}
	// In a folder, one picture is called after the lesson.
	if code, _, _ := command(t, "", "render", "S02", "-o", dir); code != 0 {
		t.Errorf("render -o folder = %d", code)
	}
	clitest.WellFormed(t, clitest.Content(t, filepath.Join(dir, "dirty-and-processing.svg")))
}

// A folder that is missing is made, however deep, and named once: it may be a slip of the pen.
func TestRenderNamesTheFolderThatItMakes(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "some", "new")
	for _, want := range []string{"informerscope: made the folder " + folder + "\n", ""} {
		code, _, stderr := command(t, "", "render", "S02", "-o", filepath.Join(folder, "x.svg"))
		if code != 0 || stderr != want {
			t.Errorf("render -o some/new/x.svg = %d %q, want 0 %q", code, stderr, want)
		}
	}
	clitest.WellFormed(t, clitest.Content(t, filepath.Join(folder, "x.svg")))
}

func TestRenderSaysWhatIsWrongWithItsFlags(t *testing.T) {
	for args, want := range map[string]string{
		"S02":                                     "-o is missing: name a file that ends in .svg, .png, .gif or .webm, or - for standard output",
		"S02 -o x.bmp":                            "-o x.bmp: want a name that ends in .svg, .png, .gif or .webm, or --format",
		"S02 -o - --format bmp":                   `--format "bmp": want svg, png, gif, webm`,
		"S02 -o x.gif --step 3":                   "--step: a GIF is of the steps --from to --to: leave --step out",
		"S02 -o x.webm --sheet":                   "--sheet: a WebM is of the steps --from to --to: leave --sheet out",
		"S02 -o x.gif --scale 2":                  "--scale is of a PNG: a GIF has --width",
		"S02 -o x.gif --theme auto":               "--theme auto: a GIF has the colours of one theme: want light, dark or hc",
		"S02 -o x.gif --from 4 --to 3":            "--from 4 --to 3: this lesson has steps 0 to 10",
		"S02 -o x.gif --to 11":                    "--from 0 --to 11: this lesson has steps 0 to 10",
		"S02 -o x.gif --width 20":                 "--width 20: want 160 to 3840",
		"S02 -o x.gif --seconds 0":                "--seconds 0: want 0.02 to 60",
		"S02 -o x.svg --from 2":                   "--from is of a moving picture: want -o with a name that ends in .gif or .webm",
		"S02 -o - --step 1 --sheet":               "--step and --sheet exclude each other: leave one of them out",
		"S02 -o - --step 99":                      "--step 99: this lesson has steps 0 to 10",
		"S02 -o - --step -1":                      "--step -1: this lesson has steps 0 to 10",
		"S02 -o - --all":                          "--all writes several files: name a folder, not -",
		"S02 -o - --theme drak":                   `--theme "drak": want light, dark, hc, auto (did you mean "dark"?)`,
		"S02 -o x.png --theme auto":               "--theme auto: a PNG has the colours of one theme: want light, dark or hc",
		"S02 -o - --view queue":                   `--view "queue": want all, workqueue, fifo, store, heap`,
		"S02 -o - --layout tall":                  `--layout "tall": want wide, embed, phone`,
		"S02 -o - --scale 99":                     "--scale 99: want 0.25 to 8",
		"S02 -o - --columns 99":                   "--columns 99: want 1 to 24",
		"S02 -o - --engine x":                     `--engine "x": this lesson runs on workqueue`,
		"S02 -o /dev/full --format svg":           "/dev/full cannot be written: no space left on device: name another file with -o",
		"nope -o -":                               "nope: neither a file nor a lesson",
		"S02 -o x.png --font absent.ttf":          "the font absent.ttf: no such file",
		"S02 -o render.go/x.svg":                  "render.go/x.svg cannot be written: not a directory: name another file with -o",
		"../check/testdata/check/refused.iq -o -": `../check/testdata/check/refused.iq:4: on workqueue: W9 Get: there are no workers: want a header line workers: W1`,
	} {
		code, out, stderr := command(t, "", append([]string{"render"}, strings.Fields(args)...)...)
		if code == 0 || out != "" || !strings.HasPrefix(stderr, "informerscope: "+want) {
			t.Errorf("render %s = %d %q %q, want %q", args, code, out, stderr, want)
		}
	}
	if left, _ := filepath.Glob("x.*"); left != nil {
		t.Error("a refused picture was written")
	}
}

func TestMissingFontsAreNamed(t *testing.T) {
	var b strings.Builder
	warn(&b, "")
	if b.Len() > 0 {
		t.Errorf("nothing is missing, but it says %q", b.String())
	}
	warn(&b, "中文字体")
	if want := "informerscope: no font here has 4 characters of the picture, such as 中文字体: boxes are drawn; install one, such as fonts-noto-cjk, or name one with --font\n"; b.String() != want {
		t.Errorf("warn says %q, want %q", b.String(), want)
	}
}
