package versions

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/versions/oracle"
	"github.com/informerscope/informerscope/scenarios"
)

func TestVersionsAreReadAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		string(All[0]): string(All[0]), "0.33": "v0.33.13", "v0.33": "v0.33.13", "0.33.13": "v0.33.13", "v0.31.4": "v0.31.4", "v0.38.0-alpha.1": "v0.38.0-alpha.1",
		"": "want a version such as", "newest": "want a version such as", "1.33": "want a version such as", "v0.33.13; rm": "want a version such as", "v0.9999.1": "want a version such as",
		"0.28": "want a version such as", "v0.26.1": "want v0.27 or later", "-h": "want a version such as", "v0.33.13/../..": "want a version such as",
	} {
		v, err := Parse(text)
		if got := string(v) + fmt.Sprint(err); !strings.Contains(got, want) {
			t.Errorf("Parse(%q) = %q, %v, want %q", text, v, err, want)
		}
	}
}

// What the page says of an engine, such as "0.33 and 0.34", is what its range says, from which the table
// takes the engine of a version.
func TestEnginesSayTheVersionsOfTheirRange(t *testing.T) {
	for i, e := range machine.Engines {
		from, to := fmt.Sprintf("0.%d", e.Since), ""
		if i+1 < len(machine.Engines) {
			to = fmt.Sprintf("0.%d", machine.Engines[i+1].Since-1)
		}
		want := from
		switch {
		case i == 0:
			want = "up to " + to
		case to == "":
			want = from + " and later"
		case from != to:
			want = from + " and " + to
		}
		if e.ClientGo != want {
			t.Errorf("the engine %s says client-go %s, its range %s", e.Name, e.ClientGo, want)
		}
		tried := false
		for _, v := range All {
			tried = tried || v.Engine().Name == e.Name
		}
		if !tried {
			t.Errorf("no version of All is on the engine %s", e.Name)
		}
	}
}

func TestTheNewestIsTheOneThatWeAreBuiltWith(t *testing.T) {
	if Newest() != scenarios.ClientGo {
		t.Errorf("All ends with %s, want %s", Newest(), scenarios.ClientGo)
	}
	for i := 1; i < len(All); i++ {
		if All[i-1].Minor() >= All[i].Minor() {
			t.Errorf("%s stands before %s: the oldest first, one of a minor version", All[i-1], All[i])
		}
	}
	if Newest().tags() != "" {
		t.Errorf("the newest oracle wants tags %q", Newest().tags())
	}
}

func TestTheTableIsOfTheseVersionsAndLessons(t *testing.T) {
	var all []string
	for _, v := range All {
		all = append(all, string(v))
	}
	if got, want := strings.Join(scenarios.TriedOn(), " "), strings.Join(all, " "); got != want {
		t.Errorf("scenarios/versions.txt is of %s, All has %s: run make versions", got, want)
	}
	said := 0
	for _, l := range scenarios.List() {
		if l.Marks() != "" {
			said++
		}
	}
	if said == 0 {
		t.Error("scenarios/versions.txt says nothing of the lessons: run make versions")
	}
}

// What a lesson's page says of other versions is what the table has, in each language.
func TestALessonSaysWhichVersionsDoOtherwise(t *testing.T) {
	differ := 0
	for _, l := range scenarios.List() {
		for _, lang := range scenarios.Languages {
			on, because := Otherwise(lang, l)
			if len(on) != strings.Count(l.Marks(), string(scenarios.Differs)) || (len(on) > 0) != (because != "") {
				t.Errorf("%s differs on %s, because %q; its marks are %s", l.ID, on, because, l.Marks())
			}
			differ += len(on)
		}
	}
	if differ == 0 {
		t.Error("no lesson differs anywhere: what this test holds is not tried")
	}
}

// inProcess is the oracle of the client-go that this test is linked with.
func inProcess(t *testing.T) *Oracle {
	o := Connect(Newest(), sim.ClientGoQueue, func(in io.Reader, out io.Writer) { oracle.Serve(t, in, out) })
	t.Cleanup(o.Close)
	return o
}

func TestEveryLessonHoldsOnTheOracleOfThisClientGo(t *testing.T) {
	o := inProcess(t)
	for _, l := range scenarios.List() {
		text, err := scenarios.Files(l.ID + ".iq")
		if err != nil {
			t.Fatal(err)
		}
		out, err := Try(o, l, text)
		if err != nil {
			t.Fatalf("%s: %v", l.ID, err)
		}
		if out.Differs != "" || len(out.Ours) > 0 {
			t.Errorf("%s differs: %s %v", l.ID, out.Differs, out.Ours)
		}
		if out.Skipped == "" && out.Compared() == 0 {
			t.Errorf("%s: nothing was compared", l.ID)
		}
		if queue := len(l.Config(out.Engine).Workers) > 0; queue && out.Skipped == "" && out.Seen["metrics"] == 0 {
			t.Errorf("%s: the metrics of its queue were not compared: %s", l.ID, out.Seen)
		}
	}
	if _, streams, err := o.facts(machine.Newest()); err != nil || streams != (Newest().Minor() >= streamsSince) {
		t.Errorf("informers stream %t (%v)", streams, err)
	}
}

// worksAsEngines sees that an oracle works as each engine that its client-go has gates for, and says so of the others.
func worksAsEngines(t *testing.T, o *Oracle) {
	t.Helper()
	for i := range machine.Engines {
		e := &machine.Engines[i]
		fifo, _, err := o.facts(e)
		if e.Since > o.Version.Minor() {
			if !errors.As(err, &refused{}) || !strings.Contains(err.Error(), "this client-go has no feature gate") {
				t.Errorf("%s, asked to work as %s: %v, want that it has no such gate", o.Version, e.Name, err)
			}
			continue
		}
		if err != nil || fifo != claimed(e) {
			t.Errorf("informers of %s as %s run on %q (%v), want %q", o.Version, e.Name, fifo, err, claimed(e))
		}
	}
}

func TestAnOracleWorksAsEachEngine(t *testing.T) { worksAsEngines(t, inProcess(t)) }

func TestAnOracleIsAskedForNoGateThatItDoesNotHave(t *testing.T) {
	o := inProcess(t)
	for _, begin := range []string{"informer", "fifo"} {
		_, err := o.tell(say(begin, "gates", "InOrderInformers=true Perpetual=true"))
		if want := "this client-go has no feature gate Perpetual"; err == nil || err.Error() != want {
			t.Errorf("%s with a gate of nobody: %v, want %s", begin, err, want)
		}
	}
	worksAsEngines(t, o) // and is as it was
}

func TestRandomScriptsHoldOnTheOracleOfThisClientGo(t *testing.T) {
	o, compared := inProcess(t), Seen{}
	for i := range 30 {
		l, text, err := Random(machine.Newest(), 7, i)
		if err != nil {
			t.Fatal(err)
		}
		out, err := try(o, l, text, noOrder)
		if err != nil || out.Differs != "" || len(out.Ours) > 0 {
			t.Fatalf("script %d: %s %v %v\n%s", i, out.Differs, out.Ours, err, text)
		}
		for view, n := range out.Seen {
			compared[view] += n
		}
	}
	for _, view := range []string{"q", "d", "p", "heap", "rq", "Get", "metrics", "S", "I", "rv", "heard", "calls", "api", "F"} {
		if compared[view] == 0 {
			t.Errorf("random scripts compared no %s: %s", view, compared)
		}
	}
}

// Whoever adds a verb says what it is in client-go. Those of the API server need no row: theirs is done at a
// cluster like ours.
func TestEveryVerbIsDrivenOnClientGoOrSaysWhyNot(t *testing.T) {
	told := map[string]int{}
	for _, verb := range oracle.Verbs() {
		told[verb]++
	}
	for _, v := range sim.Verbs() {
		ways := told[v.Name]
		for _, otherwise := range []bool{v.Server, undriven[v.Name] != "", byItself(sim.Command{Verb: v.Name})} {
			if otherwise {
				ways++
			}
		}
		if ways != 1 {
			t.Errorf("%s (%s) is driven in %d ways, want one: a row of calls (oracle/queue.go) or of informerCalls (oracle/informer.go), or of undriven with the reason", v.Name, v.Help, ways)
		}
		delete(told, v.Name)
	}
	if len(told) > 0 {
		t.Errorf("oracles are told %s, which is no verb of a lesson", sortedKeys(told))
	}
}

type wrongLesson struct{ id, right, wrong, theirs string }

// wrongLessons say one thing each that no client-go does.
var wrongLessons = []wrongLesson{
	{"dirty-and-processing", "q=[b a]", "q=[a b]", "client-go says q=[b a]"},
	{"dirty-and-processing", "W1 Get => b", "W1 Get => a", "client-go: W1 Get => b"},
	{"backoff-ladder", "heap=[a@38m30.715s]", "heap=[a@38m30.716s]", "client-go says heap=[a@38m30.715s]"},
	{"gone-relist", "within 0.8s..1.6s", "within 1h..2h", "client-go: its LIST came after"},
	{"gone-relist", "S={p1@5 p3@51 p4@53}  I=", "S={p1@5 p2@7 p3@51 p4@53}  I=", "client-go says S={p1@5 p3@51 p4@53}"},
	{"worker-panics", "panic=[p1]\n\nstep started", "panic=[]\n\nstep started", "client-go says panic=[p1]"},
}

func (c wrongLesson) lesson(t *testing.T) (*scenarios.Lesson, string) {
	t.Helper()
	text, err := scenarios.Files(c.id + ".iq")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, c.right) {
		t.Fatalf("%s does not say %q any more", c.id, c.right)
	}
	text = strings.Replace(text, c.right, c.wrong, 1)
	l, err := scenarios.Parse("wrong.iq", text)
	if err != nil {
		t.Fatal(err)
	}
	return l, text
}

func TestAWrongLessonDiffers(t *testing.T) {
	o := inProcess(t)
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
}

// fakeOracle is this test's own binary as an oracle that misbehaves.
func fakeOracle(t *testing.T, how string, limit time.Duration) *Oracle {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("INFORMERSCOPE_FAKE_ORACLE", how)
	o, err := start(t.Context(), All[0], limit, self, "-test.run=^TestFakeOracle$")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.Close)
	return o
}

// TestFakeOracle is what fakeOracle runs; by itself it does nothing.
func TestFakeOracle(*testing.T) {
	switch in := bufio.NewReader(os.Stdin); os.Getenv("INFORMERSCOPE_FAKE_ORACLE") {
	case "hangs":
		in.ReadString('\n')
		time.Sleep(time.Hour)
	case "dies":
		in.ReadString('\n')
		fmt.Fprintln(os.Stderr, "panic: deadlock: main bubble goroutine has exited")
		os.Exit(2)
	case "asks":
		in.ReadString('\n')
		fmt.Println("? list rv=0")
		in.ReadString('\n')
	case "babbles":
		in.ReadString('\n')
		fmt.Println("who are you")
		fmt.Println("! I do not know you")
		in.ReadString('\n')
	}
}

func TestAnOracleThatMisbehavesIsEndedAndNamed(t *testing.T) {
	for how, want := range map[string]string{
		"hangs":   `client-go v0.27.16: no answer to "queue workers=\"W1 W2\" keys=\"a b\" metrics=true" within 300ms, so its oracle was ended`,
		"dies":    "panic: deadlock: main bubble goroutine has exited",
		"asks":    `it asked for "list rv=0", and there is no API server`,
		"babbles": "client-go cannot be driven: I do not know you",
	} {
		limit := Limit
		if how == "hangs" {
			limit = 300 * time.Millisecond
		}
		o := fakeOracle(t, how, limit)
		out, err := Try(o, scenarios.Find("dirty-and-processing"), "")
		if got := fmt.Sprint(out.Differs, err); !strings.Contains(got, want) {
			t.Errorf("an oracle that %s: %s, want %s", how, got, want)
		}
		if how == "babbles" {
			continue // what it refuses does not end it
		}
		if _, again := o.tell("end"); again == nil || again.Error() != err.Error() {
			t.Errorf("an oracle that %s is asked again: %v, want %v", how, again, err)
		}
	}
}

func TestTheCacheOfOraclesHasABound(t *testing.T) {
	cache := t.TempDir()
	for i, name := range []string{"v0.33.13-a", "v0.33.13-b", "v0.33.1-a", "v0.33.13-c", "v0.33.13-d", ".building-x"} {
		dir := filepath.Join(cache, name)
		if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o755); err != nil {
			t.Fatal(err)
		}
		at := time.Unix(int64(1_000_000+i), 0)
		if err := os.Chtimes(dir, at, at); err != nil {
			t.Fatal(err)
		}
	}
	forgetOld(cache, "v0.33.13")
	var left []string
	entries, err := os.ReadDir(cache)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if got, want := strings.Join(left, " "), ".building-x v0.33.1-a v0.33.13-b v0.33.13-c v0.33.13-d"; got != want {
		t.Errorf("left are %s, want %s", got, want)
	}
}

func TestWhatKeepsAnOracleFromBeingBuiltIsSaid(t *testing.T) {
	v := Version("v0.99.1")
	for out, want := range map[string]string{
		"go: k8s.io/client-go@v0.99.1: invalid version: unknown revision v0.99.1":                    "the module proxy has no such version",
		"go: k8s.io/client-go@v0.27.16: Get \"https://proxy\": dial tcp: lookup proxy: no such host": "its modules come from the module proxy",
		"./queue.go:12: undefined: workqueue.NewWithConfig":                                          "core/versions/oracle needs a file for it",
		"go: k8s.io/client-go@v0.99.1 requires go >= 1.30 (running go 1.26; GOTOOLCHAIN=local)":      "install a newer Go",
		strings.Repeat("noise\n", 30) + "the last line":                                              "the last line",
	} {
		if got := v.unbuilt(exec.ErrNotFound, []byte(out)).Error(); !strings.Contains(got, want) || !strings.Contains(got, string(v)) {
			t.Errorf("%q is told as %q, want %q", out, got, want)
		}
	}
	t.Setenv("PATH", "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if _, err := All[0].Build(t.Context()); err == nil || !strings.Contains(err.Error(), "there is no go command here: install it from https://go.dev/dl") {
		t.Errorf("without go: %v", err)
	}
}
