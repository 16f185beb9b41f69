package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/informerscope/informerscope/scenarios"
)

// version is what --version prints and the cluster's audit log sees; the release build sets
// it, else it is the commit that Go knows.
var version = "dev"

// versionText says which build this is, and which client-go it behaves like.
func versionText() string {
	v, more := version, ""
	if info, ok := debug.ReadBuildInfo(); ok && v == "dev" {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision" && len(s.Value) >= 12:
				v += "-" + s.Value[:12]
			case s.Key == "vcs.modified" && s.Value == "true":
				more = ", modified"
			}
		}
	}
	return fmt.Sprintf("informerscope %s%s: lessons verified against client-go %s; %s %s/%s", v, more, scenarios.ClientGo, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
