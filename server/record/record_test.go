package record

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/server/cli/clitest"
	"github.com/informerscope/informerscope/server/demo"
	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
	"github.com/informerscope/informerscope/server/replay"
)

var pods = gate.Request{Resource: gate.BuiltIn[0]}

// recorded is a trace of some minutes of a demo, and what the demo has at its end.
func recorded(t *testing.T, anonymise bool) (*trace.Recorder, *demo.Demo) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	d := demo.New(7)
	source := hub.New(ctx, d, nil)
	done := make(chan *trace.Recorder)
	go func() {
		rec, err := follow(ctx, source, pods, anonymise, time.Now)
		if err != nil {
			t.Error(err)
		}
		done <- rec
	}()
	for m := range 4 {
		d.Advance(time.Duration(600+30*m) * time.Second)
		time.Sleep(200 * time.Millisecond) // lets it be read; how far does not matter but for the last
	}
	time.Sleep(300 * time.Millisecond)
	stop()
	return <-done, d
}

// items are the objects of a list, as name@version.
func items(t *testing.T, source gate.Source, req gate.Request) (all []string) {
	t.Helper()
	body, err := source.List(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	var l struct {
		Items []struct {
			Metadata struct{ Namespace, Name, ResourceVersion string }
		}
	}
	if err := json.Unmarshal(body.JSON(), &l); err != nil {
		t.Fatal(err)
	}
	for _, i := range l.Items {
		all = append(all, i.Metadata.Namespace+"/"+i.Metadata.Name+"@"+i.Metadata.ResourceVersion)
	}
	slices.Sort(all)
	return all
}

// What was recorded is a trace like the page's own, and played as a cluster it ends with what the cluster had.
func TestWhatIsRecordedIsPlayedAgain(t *testing.T) {
	rec, d := recorded(t, false)
	var file bytes.Buffer
	if err := rec.WriteJSON(&file); err != nil {
		t.Fatal(err)
	}
	c, err := replay.Load(&file)
	if err != nil {
		t.Fatal(err)
	}
	source := hub.New(t.Context(), c, nil)
	c.Advance(0)
	first := items(t, source, pods)
	watch, err := source.Watch(t.Context(), gate.Request{Resource: pods.Resource, Query: gate.Query{Watch: true, ResourceVersion: "0"}})
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	c.Advance(c.Length())
	events := 0
	for {
		ev, err := watch.Next(t.Context(), time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if ev.Quiet {
			break
		}
		events++
	}
	want := items(t, hub.New(t.Context(), d, nil), pods)
	if got := items(t, source, pods); !slices.Equal(got, want) {
		t.Errorf("at its end the trace has %v, the cluster had %v", got, want)
	}
	if slices.Equal(first, want) || events <= len(first) {
		t.Errorf("%d objects at first, %d events: nothing happened", len(first), events)
	}
}

// Of a cluster's own words nothing is in an anonymous trace; what the API says is.
func TestNothingOfTheirsIsInAnAnonymousTrace(t *testing.T) {
	rec, d := recorded(t, true)
	var file bytes.Buffer
	if err := rec.WriteJSON(&file); err != nil {
		t.Fatal(err)
	}
	page, err := d.List(t.Context(), hub.Collection{Resource: pods.Resource}, hub.ListFrom{})
	if err != nil {
		t.Fatal(err)
	}
	text := file.String()
	for _, o := range page.Items {
		for _, own := range []string{o.Name, o.Labels["app"], o.Labels["pod-template-hash"], "registry.example", "10.244.", "frontend", "shop"} {
			if own != "" && strings.Contains(text, own) {
				t.Errorf("%q is in the trace", own)
			}
		}
	}
	for _, known := range []string{`\"phase\":\"Running\"`, `\"restartPolicy\":\"Always\"`, "resourceVersion", "startTime"} {
		if !strings.Contains(text, known) {
			t.Errorf("%q is not in the trace", known)
		}
	}
	if _, err := replay.Load(&file); err != nil {
		t.Error(err)
	}
}

func TestTheSameIsReplacedByTheSame(t *testing.T) {
	a := newAnonymiser()
	in := `{"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-1","namespace":"shop","uid":"u-1","resourceVersion":"12345678901234567890",` +
		`"labels":{"app":"web","app.kubernetes.io/name":"web","status":"web-1"},"annotations":{"note":"secret","a.k8s.io/b":"true"},"creationTimestamp":"2026-11-29T10:00:00Z",` +
		`"ownerReferences":[{"kind":"ReplicaSet","name":"web","controller":true}]},"spec":{"nodeName":"n-1","containers":[{"name":"web","image":"r/web:1","env":[{"name":"PW","value":"hunter2"}],"args":["--user","joe"],` +
		`"resources":{"requests":{"cpu":"100m","memory":"1Gi"}}}],"nodeSelector":{"zone":"a"}},"status":{"phase":"Running","podIP":"10.1.2.3","conditions":[{"type":"Ready","status":"True","message":"of joe"}]}}}`
	out := string(a.event([]byte(in)))
	for _, gone := range []string{"web", "shop", "u-1", "secret", "n-1", "hunter2", "joe", "--user", "10.1.2.3", "zone", "PW", "note"} {
		if strings.Contains(out, gone) {
			t.Errorf("%q is left in %s", gone, out)
		}
	}
	for _, stays := range []string{`"kind":"Pod"`, `"kind":"ReplicaSet"`, `"resourceVersion":"12345678901234567890"`, `"2026-11-29T10:00:00Z"`, `"cpu":"100m"`, `"memory":"1Gi"`,
		`"phase":"Running"`, `"status":"True"`, `"controller":true`, `"app.kubernetes.io/name"`, `"type":"Ready"`} {
		if !strings.Contains(out, stays) {
			t.Errorf("%q is not in %s", stays, out)
		}
	}
	var ev struct {
		Object struct {
			Metadata struct {
				Name            string
				Labels          map[string]string
				OwnerReferences []struct{ Name string }
			}
			Spec struct{ Containers []struct{ Name string } }
		}
	}
	if err := json.Unmarshal([]byte(out), &ev); err != nil {
		t.Fatal(err)
	}
	web := ev.Object.Metadata.Labels["app.kubernetes.io/name"]
	if web == "" || ev.Object.Metadata.OwnerReferences[0].Name != web || ev.Object.Spec.Containers[0].Name != web {
		t.Errorf("one name became several: %s", out)
	}
	if found := ev.Object.Metadata.Labels; len(found) != 3 || !slices.Contains([]string{found[a.names["status"]]}, ev.Object.Metadata.Name) {
		t.Errorf("a label that is called status has its value: %v", found)
	}
	if string(a.event([]byte(`{"broken`))) != `{}` {
		t.Error("what cannot be read is passed on")
	}
}

func TestMistakesOnTheCommandLine(t *testing.T) {
	for args, says := range map[string]string{
		"pods":                                "add -o pods.jsonl",
		"pods,nodes -o x":                     "more than one resource",
		"frob -o x":                           "write resource.version.group in full",
		"secrets -o x":                        "--metadata-only",
		"statefulsets.apps --demo -o x":       "--demo has no statefulsets.apps",
		"pods --demo --for -1s -o x":          "such as 10m",
		"pods --kubeconfig /nowhere/at -o x":  "does not exist",
		"pods --demo -o /nowhere/at/all.json": "no such file",
	} {
		if code, _, said := clitest.Run(t, Command("dev"), "", strings.Fields("record "+args)...); code == 0 || !strings.Contains(said, says) {
			t.Errorf("record %s ends with %d and %q, want %q in it", args, code, said, says)
		}
	}
}

func TestARecordingIsWrittenWhenItsTimeIsOver(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.jsonl")
	if code, _, said := clitest.Run(t, Command("dev"), "", "record", "pods", "--demo", "--for", "300ms", "-o", out); code != 0 {
		t.Fatalf("record ends with %d and %q", code, said)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := replay.Load(f); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(out), ".informerscope*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
