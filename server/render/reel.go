package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/server/cli"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/raster"
)

// reel writes the steps of a range as one moving picture.
func (f *flags) reel(ctx context.Context, d *drawer, stdout io.Writer, shown *film.Film, look film.Look) error {
	last := shown.Last()
	if !f.given("to") {
		f.to = last
	}
	switch {
	case f.from < 0 || f.to > last || f.from > f.to:
		return cli.Usagef("--from %d --to %d: this lesson has steps 0 to %d", f.from, f.to, last)
	case f.to-f.from >= film.MaxReel:
		return cli.Usagef("--from %d --to %d: %d steps; a moving picture has at most %d", f.from, f.to, f.to-f.from+1, film.MaxReel)
	}
	reel := shown.Reel(f.from, f.to, look)
	reel.Stay, reel.Cut = time.Duration(f.seconds*float64(time.Second)), f.cut
	var data []byte
	var err error
	if f.format == "gif" {
		data, err = f.gif(d, reel)
	} else {
		data, err = f.webm(ctx, d, reel)
	}
	if err != nil {
		return err
	}
	return d.save(stdout, f.path(shown.Lesson.ID), data)
}

// perPixel is how many pixels of the image a pixel of the picture gets.
func (f *flags) perPixel(p film.Picture) float64 {
	if f.width == 0 {
		return 1
	}
	return float64(f.width) / p.W
}

// next paints the reel's next picture, and says how long it stays; nil after the last.
func (f *flags) next(d *drawer, reel *film.Reel) (*image.RGBA, time.Duration, error) {
	p, stays, ok := reel.Next()
	if !ok {
		return nil, 0, nil
	}
	img, err := d.paint(p, f.perPixel(p))
	return img, stays, err
}

func (f *flags) gif(d *drawer, pictures *film.Reel) ([]byte, error) {
	var reel raster.Reel
	for {
		img, stays, err := f.next(d, pictures)
		if err == nil && img != nil {
			err = reel.Add(img, stays)
		}
		if err != nil {
			return nil, err
		}
		if img == nil {
			var b bytes.Buffer
			err = reel.GIF(&b)
			return b.Bytes(), err
		}
	}
}

// rate is how many pictures a WebM has in a second: how exactly a step's time is kept.
const rate = float64(time.Second) / float64(film.Tick)

// webm has ffmpeg, where the system has it, make a film of PNGs.
func (f *flags) webm(ctx context.Context, d *drawer, reel *film.Reel) ([]byte, error) {
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, errors.New("a WebM is made by ffmpeg, which is not on the PATH: install it, such as by apt install ffmpeg, or write a .gif")
	}
	folder, err := os.MkdirTemp("", "informerscope-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	file := filepath.Join(folder, "reel.webm") // not a pipe: how long it is stands at its beginning, and is known at its end
	run := exec.CommandContext(ctx, program, "-hide_banner", "-loglevel", "error",
		"-f", "image2pipe", "-framerate", strconv.FormatFloat(rate, 'f', -1, 64), "-c:v", "png", "-i", "-",
		"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-crf", "24", "-b:v", "0", "-f", "webm", file)
	var said bytes.Buffer
	run.Stderr = &said
	in, err := run.StdinPipe()
	if err == nil {
		err = run.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be started: %w", program, err)
	}
	drawn := f.feed(d, in, reel)
	_ = in.Close() // it ends with that; what is wrong, it says
	if err := run.Wait(); err != nil {
		why, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		return nil, fmt.Errorf("ffmpeg made no WebM: %w: %s", err, cli.Value(why))
	}
	if drawn != nil {
		return nil, drawn
	}
	return os.ReadFile(file)
}

// feed writes each picture as often as its time asks for.
func (f *flags) feed(d *drawer, w io.Writer, reel *film.Reel) error {
	for {
		img, stays, err := f.next(d, reel)
		if err != nil || img == nil {
			return err
		}
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			return fmt.Errorf("PNG: %w", err)
		}
		for range max(1, int(stays.Seconds()*rate+.5)) {
			if _, err := w.Write(b.Bytes()); err != nil {
				return fmt.Errorf("ffmpeg takes no more pictures: %w", err)
			}
		}
	}
}
