package render

import (
	"image"
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRenderWritesAGIFOfARange(t *testing.T) {
	for args, want := range map[string]struct {
		width, first, largest int
	}{
		"S02 --from 2 --to 6":                                     {916, 0, 200_000}, // as long as it takes to read
		"S02 --from 2 --to 6 --cut":                               {916, 0, 120_000},
		"S02 --from 2 --to 6 --seconds 1.5 --width 480 --lang zh": {480, 150, 100_000},
	} {
		code, out, stderr := command(t, "", append([]string{"render", "--format", "gif", "-o", "-"}, strings.Fields(args)...)...)
		if code != 0 {
			t.Fatalf("render %s = %d %s", args, code, stderr)
		}
		g, err := gif.DecodeAll(strings.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if g.Config.Width != want.width || len(out) > want.largest {
			t.Errorf("render %s is %d px wide and has %d bytes; want %d, at most %d", args, g.Config.Width, len(out), want.width, want.largest)
		}
		rests, moves := 0, 0
		for i, img := range g.Image {
			switch {
			case g.Delay[i] == 8 && i > 0:
				moves++
			case want.first == 0 && g.Delay[i] >= 70 || g.Delay[i] == want.first:
				rests++
			default:
				t.Errorf("render %s: picture %d stays %d hundredths of a second", args, i, g.Delay[i])
			}
			if !img.Rect.In(image.Rect(0, 0, g.Config.Width, g.Config.Height)) {
				t.Errorf("render %s: picture %d reaches out: %v", args, i, img.Rect)
			}
		}
		if cut := strings.Contains(args, "--cut"); rests != 5 || cut != (moves == 0) || !cut && moves < 8 {
			t.Errorf("render %s has %d pictures of steps and %d of what moves; want 5, and four or so a step where it is not cut", args, rests, moves)
		}
	}
	if code, out, stderr := command(t, "", "render", "S02", "--from", "3", "--to", "3", "-o", t.TempDir(), "--format", "gif"); code != 0 {
		t.Errorf("one step = %d %s%s", code, out, stderr)
	}
}

func TestRenderHasFfmpegMakeAWebM(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.webm")
	args := []string{"render", "S02", "--from", "2", "--to", "3", "--width", "321", "--seconds", "0.4", "-o", name}
	t.Run("where it is missing", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		code, _, stderr := command(t, "", args...)
		if want := "informerscope: a WebM is made by ffmpeg, which is not on the PATH: install it, such as by apt install ffmpeg, or write a .gif\n"; code != 1 || stderr != want {
			t.Errorf("without ffmpeg = %d %q, want 1 %q", code, stderr, want)
		}
	})
	t.Run("where it fails", func(t *testing.T) {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "ffmpeg"), []byte("#!/bin/sh\necho 'Unknown encoder libvpx-vp9' >&2\nexit 1\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", folder+":/bin")
		code, _, stderr := command(t, "", args...)
		if want := "informerscope: ffmpeg made no WebM: exit status 1: Unknown encoder libvpx-vp9\n"; code != 1 || stderr != want {
			t.Errorf("with a poor ffmpeg = %d %q, want 1 %q", code, stderr, want)
		}
	})
	if _, err := os.Stat(name); err == nil {
		t.Error("what failed left a file")
	}
}
