//go:build snippets

package render

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// ffmpeg itself makes the file, and its own reader finds in it what was asked for.
func TestFfmpegMakesTheWebM(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.webm")
	if code, _, stderr := command(t, "", "render", "S02", "--from", "2", "--to", "3", "--width", "321", "--seconds", "0.4", "--cut", "-o", name); code != 0 {
		t.Fatalf("render = %d %s", code, stderr)
	}
	out, err := exec.Command("ffprobe", "-v", "error", "-show_entries", "stream=codec_name,width,height:format=duration", "-of", "csv=p=0", name).CombinedOutput()
	if want := "vp9,322,208\n0.800000\n"; err != nil || string(out) != want {
		t.Errorf("ffprobe says %q %v, want %q", out, err, want)
	}
}
