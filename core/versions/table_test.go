//go:build versions

package versions

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
)

// These tests need oracles: the first time they are fetched and built, half a minute of CPU each.

var (
	versionsFlag = flag.String("versions", "", "versions of client-go to run the lessons on, with blanks between; all is each of All; without it, the oldest and the newest")
	scriptsFlag  = flag.Int("scripts", 60, "random scripts on each version")
	seedFlag     = flag.Uint64("seed", 1, "seed of the random scripts")
	write        = flag.Bool("versions.update", false, "write the table: core/VERSIONS.md, its translations and scenarios/versions.txt; wants -versions all")
)

// What the lessons say holds on the real client-go of the oldest and the newest version, or the table
// says why not; and random scripts hold on both.
func TestTheTableHolds(t *testing.T) {
	versions := []Version{All[0], Newest()}
	if *versionsFlag == "all" {
		versions = All
	} else if *versionsFlag != "" {
		versions = nil
		for _, text := range strings.Fields(*versionsFlag) {
			v, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			versions = append(versions, v)
		}
	}
	table, err := Fill(t.Context(), versions, *scriptsFlag, *seedFlag, func(line string) { t.Log(line) })
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range versions {
		if got, want := table.FIFOs[v], claimed(v.Engine()); got != want {
			t.Errorf("informers of %s run on %s, the engine %s on %s: mend Since in core/machine/engine.go", v, got, v.Engine().Name, want)
		}
		if got, want := table.Streams[v], v.Minor() >= streamsSince; got != want {
			t.Errorf("informers of %s stream their first list by themselves: %t, want %t", v, got, want)
		}
		if d := table.Random[v].Differs; d != "" {
			t.Errorf("%s: %s", v, d)
		}
		for _, l := range table.Lessons {
			c := table.Cells[l.ID][v]
			known := why("en", l.ID, v) != ""
			if c.Differs != "" && !known {
				t.Errorf("%s on %s differs, and words.go has no reason: %s", l.ID, v, c.Differs)
			}
			if c.Differs == "" && known {
				t.Errorf("%s on %s does not differ, and words.go says why it would", l.ID, v)
			}
			if c.Differs == "" && c.Skipped == "" && c.Compared() == 0 {
				t.Errorf("%s on %s: nothing was compared", l.ID, v)
			}
		}
	}
	if !*write || t.Failed() {
		return
	}
	if len(versions) != len(All) {
		t.Fatal("-versions.update wants -versions all")
	}
	files := map[string]string{"../VERSIONS.md": table.Report(scenarios.Languages[0]), "../../scenarios/versions.txt": table.Data()}
	for _, lang := range scenarios.Languages[1:] {
		files["../../web/docs/versions."+lang+".md"] = table.Report(lang)
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// By its gates a client-go is each engine up to its own.
func TestOraclesWorkAsTheEnginesThatTheyHaveGatesFor(t *testing.T) {
	for _, v := range All {
		if *versionsFlag == "" && v != All[0] && v != Newest() {
			continue
		}
		o, err := Start(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		worksAsEngines(t, o)
		o.Close()
	}
}

// A lesson that says something else than client-go does is told from the others on a real oracle, too.
func TestAWrongLessonDiffersOnAnOracle(t *testing.T) {
	o, err := Start(t.Context(), All[0])
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for _, c := range wrongLessons {
		l, text := c.lesson(t)
		out, err := Try(o, l, text)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(out.All, "\n"), c.theirs) {
			t.Errorf("%s with %q: %q, want %q", c.id, c.wrong, out.All, c.theirs)
		}
	}
	if out, err := Try(o, scenarios.Find("three-adds-one-job"), ""); err != nil || out.Differs != "" {
		t.Errorf("after wrong lessons a right one differs: %q, %v", out.Differs, err)
	}
}
