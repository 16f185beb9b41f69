package main

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
)

// version and commit are what a release says of itself: its build sets them, with -ldflags "-X …".
// Else they are what Go knows.
var version, commit string

// build is which program this is.
type build struct {
	version  string // "dev" where nobody knows
	commit   string // "" where nobody knows
	modified bool   // files were not as in the commit
	with     string // Go's version and the platform
}

// built reads what Go wrote into this program: the module's version where it was installed by one,
// the commit where it was built in a clone, nothing of either with go run and -buildvcs=false.
func built(info *debug.BuildInfo) build {
	setting := map[string]string{}
	for _, s := range info.Settings {
		setting[s.Key] = s.Value
	}
	b := build{"dev", setting["vcs.revision"], setting["vcs.modified"] == "true", info.GoVersion + " " + setting["GOOS"] + "/" + setting["GOARCH"]}
	// A clone's version between two tags is made of the commit, which is told anyway.
	if v, _, dirty := strings.Cut(info.Main.Version, "+dirty"); v != "" && v != "(devel)" && !(b.commit != "" && strings.HasSuffix(v, short(b.commit))) {
		b.version = v
		b.modified = b.modified || dirty
	}
	return b
}

// thisBuild is built of this program, or what the release says.
func thisBuild() build {
	b := build{version: "dev"}
	if info, ok := debug.ReadBuildInfo(); ok {
		b = built(info)
	}
	if version != "" {
		b.version, b.commit, b.modified = version, commit, false
	}
	return b
}

// short is a commit as people and module versions say it.
func short(commit string) string { return commit[:min(12, len(commit))] }

// String is what --version prints: which build this is, and which client-go it behaves like.
func (b build) String() string {
	s := "informerscope " + b.version
	if b.commit != "" {
		s += ", commit " + short(b.commit)
	}
	if b.modified {
		s += ", modified"
	}
	return fmt.Sprintf("%s; lessons verified against client-go %s and controller-runtime %s; %s", s, scenarios.ClientGo, scenarios.ControllerRuntime, b.with)
}
