package versions

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/scenarios"
)

// Version is a version of client-go, such as v0.33.13.
type Version string

// All are the versions that lessons are tried on, the oldest first: one a time in which something
// changed. Another client-go is another line here.
var All = []Version{
	"v0.27.16",
	"v0.30.14",
	"v0.32.13",
	"v0.33.13",
	"v0.34.13",
	"v0.35.10",
	"v0.36.6",
	scenarios.ClientGo,
}

// Newest is the last of them, that of scenarios.ClientGo.
func Newest() Version { return All[len(All)-1] }

// oldest is the first minor version whose handlers are told of the initial list, which the oracle needs.
const oldest = 27

// streamsSince is the first minor version whose informers stream their first list by themselves.
const streamsSince = 35

var form = regexp.MustCompile(`^v0\.(\d{1,3})\.\d{1,3}(-(alpha|beta|rc)\.\d{1,3})?$`)

// Parse reads a version as people write it: v0.33.13, or 0.33 for the last of All that begins so.
func Parse(text string) (Version, error) {
	v := "v" + strings.TrimPrefix(text, "v")
	for _, known := range All {
		if v == string(known) || strings.HasPrefix(string(known), v+".") && strings.Count(v, ".") == 1 {
			return known, nil
		}
	}
	if !form.MatchString(v) {
		return "", fmt.Errorf("client-go %q: want a version such as %s, or in short one that the lessons were tried on: %s", text, Newest(), shorts())
	}
	if n := Version(v).Minor(); n < oldest {
		return "", fmt.Errorf("client-go %s: want v0.%d or later: handlers were not told before which objects are those of the first list", v, oldest)
	}
	return Version(v), nil
}

func shorts() string {
	var all []string
	for _, v := range All {
		all = append(all, v.Short())
	}
	return strings.Join(all, ", ")
}

// Minor is 33 of v0.33.13.
func (v Version) Minor() int {
	n, _ := strconv.Atoi(strings.Split(string(v), ".")[1])
	return n
}

// Short is 0.33 of v0.33.13.
func (v Version) Short() string { return fmt.Sprintf("0.%d", v.Minor()) }

// Engine is the engine that claims to do what this version does by itself.
func (v Version) Engine() *machine.Engine { return machine.EngineOf(v.Minor()) }

// boundaries are the minor versions at which the oracle's source differs: for an older version it is
// built with the tag before35.
var boundaries = []int{30, 33, 35, 36}

func (v Version) tags() string {
	var tags []string
	for _, n := range boundaries {
		if v.Minor() < n {
			tags = append(tags, fmt.Sprintf("before%d", n))
		}
	}
	return strings.Join(tags, ",")
}
