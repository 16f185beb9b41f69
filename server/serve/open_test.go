package serve

import (
	"bytes"
	"testing"
)

// A browser that nobody would see is not started.
func TestABrowserIsStartedWhereItIsSeen(t *testing.T) {
	for _, c := range []struct {
		goos string
		env  map[string]string
		want bool
	}{
		{"linux", map[string]string{"DISPLAY": ":0"}, true},
		{"freebsd", map[string]string{"WAYLAND_DISPLAY": "wayland-0"}, true},
		{"linux", nil, false},
		{"linux", map[string]string{"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "192.0.2.1 5 192.0.2.2 22"}, false},
		{"darwin", nil, true},
		{"darwin", map[string]string{"SSH_CONNECTION": "192.0.2.1 5 192.0.2.2 22"}, false},
		{"windows", nil, true},
	} {
		if got := inSight(c.goos, func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("on %s with %v = %t, want %t", c.goos, c.env, got, c.want)
		}
	}
}

func TestOpenIsOffWhereNoTerminalIs(t *testing.T) {
	t.Setenv("DISPLAY", ":0")
	for given, want := range map[bool]bool{true: true, false: false} {
		f := flags{open: given, given: func(string) bool { return given }}
		if got := f.opens(&bytes.Buffer{}); got != want {
			t.Errorf("into a pipe with --open given: %t = %t, want %t", given, got, want)
		}
	}
	no := flags{given: func(string) bool { return true }}
	if no.opens(&bytes.Buffer{}) {
		t.Error("--open=false opens")
	}
}
