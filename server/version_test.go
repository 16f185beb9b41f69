package main

import (
	"runtime/debug"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
)

// Whoever built it, and however, --version says what is known and no more.
func TestVersionSaysWhatGoKnows(t *testing.T) {
	const revision = "43528d5db6dc831a2d63e70f361c0aaa5841e700"
	clone := []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: "false"}}
	edited := []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: "true"}}
	for _, c := range []struct {
		how, main string
		settings  []debug.BuildSetting
		want      string
	}{
		{"go run", "(devel)", nil, "informerscope dev"},
		{"go build -buildvcs=false", "", nil, "informerscope dev"},
		{"go install …@v0.1.0", "v0.1.0", nil, "informerscope v0.1.0"},
		{"go build at a tag", "v0.1.0", clone, "informerscope v0.1.0, commit 43528d5db6dc"},
		{"the same, edited", "v0.1.0+dirty", edited, "informerscope v0.1.0, commit 43528d5db6dc, modified"},
		{"go build between tags", "v0.1.1-0.20261129123023-43528d5db6dc", clone, "informerscope dev, commit 43528d5db6dc"},
		{"the same, edited", "v0.1.1-0.20261129123023-43528d5db6dc+dirty", edited, "informerscope dev, commit 43528d5db6dc, modified"},
	} {
		info := &debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: c.main}, Settings: append(c.settings, debug.BuildSetting{Key: "GOOS", Value: "linux"}, debug.BuildSetting{Key: "GOARCH", Value: "arm64"})}
		want := c.want + "; lessons verified against client-go " + scenarios.ClientGo + " and controller-runtime " + scenarios.ControllerRuntime + "; go1.26.8 linux/arm64"
		if got := built(info).String(); got != want {
			t.Errorf("%s: %q, want %q", c.how, got, want)
		}
	}
}

// What the release's build sets wins over what Go knows.
func TestAReleaseSaysItsVersion(t *testing.T) {
	defer func(v, c string) { version, commit = v, c }(version, commit)
	version, commit = "v9.8.7", "0123456789abcdef0123456789abcdef01234567"
	if got := thisBuild(); got.version != version || got.commit != commit || got.modified {
		t.Errorf("thisBuild() = %+v, want %s of %s", got, version, commit)
	}
}
