package tell

import (
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/wasm/scene"
)

// URL leads to the source of a struct; "" where that is our own.
func URL(s scene.Struct) string {
	if s.File == "" {
		return ""
	}
	return sourceURL(s.File, s.Line)
}

// Behind are the fields of a zone with their values in s. The world, where there is one, knows
// the constants.
func Behind(zone string, s *state.State, world *sim.World) []scene.Struct {
	var d scene.Detail
	if world != nil {
		d.Base, d.Cap = world.Ladder()
	}
	return scene.ZoneOf(zone).Behind(s, d)
}

// ZoneName is what a zone is called: "FIFO", of engines side by side, "fifo|classic", "FIFO, classic".
func (t Teller) ZoneName(zone string) string {
	zone, engine, _ := strings.Cut(zone, "|")
	name := t.Say(scene.ZoneOf(zone).Title)
	if parts := strings.Split(name, "*"); len(parts) > 1 { // the first bold words
		name = strings.TrimSpace(strings.ReplaceAll(parts[1], "{name}", ""))
	}
	if engine != "" {
		name = t.Say("join.of", "a", name, "b", engine)
	}
	return name
}
