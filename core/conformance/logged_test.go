package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	ours "github.com/informerscope/informerscope/core/cache"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/features"
	theirs "k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	"k8s.io/klog/v2/textlogger"
)

// What is logged by default is how people find what is wrong, so it is compared to the letter.

// logged runs f in a bubble and returns the lines that it logged at the level that is on by default,
// each with the file that is named as its place.
func logged(t *testing.T, f func(ctx context.Context)) string {
	t.Helper()
	var out bytes.Buffer
	synctest.Test(t, func(*testing.T) {
		logger := textlogger.NewLogger(textlogger.NewConfig(textlogger.Output(&out)))
		f(klog.NewContext(context.Background(), logger))
	})
	return lineNumber.ReplaceAllString(out.String(), "$1")
}

// lineNumber is the id of the process and the line of the source.
var lineNumber = regexp.MustCompile(` +\d+ ([\w.]+):\d+\]`)

// endless is an API server whose streams are what the test sends.
type endless struct{ *watch.FakeWatcher }

func (e endless) List(metav1.ListOptions) (runtime.Object, error) {
	return nil, errors.New("no list was to be asked for")
}
func (e endless) Watch(metav1.ListOptions) (watch.Interface, error) { return e, nil }
func (e endless) ListWithContext(context.Context, metav1.ListOptions) (runtime.Object, error) {
	return e.List(metav1.ListOptions{})
}
func (e endless) WatchWithContext(context.Context, metav1.ListOptions) (watch.Interface, error) {
	return e, nil
}

func TestAnEndThatDoesNotComeIsLoggedAsByClientGo(t *testing.T) {
	standing := features.FeatureGates()
	t.Cleanup(func() { features.ReplaceFeatureGates(standing) })
	features.ReplaceFeatureGates(gates{features.WatchListClient: true})
	object := func(rv string) *metav1.PartialObjectMetadata {
		return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: "p1", ResourceVersion: rv}}
	}
	mark := object("9")
	mark.Annotations = map[string]string{metav1.InitialEventsAnnotationKey: "true"}
	for name, c := range map[string]struct {
		play  func(w *watch.FakeWatcher)
		lines int
	}{
		"nothing comes": {func(*watch.FakeWatcher) {}, 3},
		"one object":    {func(w *watch.FakeWatcher) { w.Add(object("5")) }, 3},
		"a plain bookmark": {func(w *watch.FakeWatcher) {
			w.Add(object("5"))
			time.Sleep(4 * time.Second)
			w.Action(watch.Bookmark, object("7"))
		}, 2},
		"an event now and then": {func(w *watch.FakeWatcher) {
			for i := range 7 {
				w.Modify(object(fmt.Sprint(5 + i)))
				time.Sleep(4700 * time.Millisecond)
			}
		}, 0},
		"the end": {func(w *watch.FakeWatcher) {
			w.Add(object("5"))
			time.Sleep(14 * time.Second)
			w.Action(watch.Bookmark, mark)
		}, 1},
	} {
		run := func(start func(ctx context.Context, server endless)) string {
			return logged(t, func(ctx context.Context) {
				ctx, cancel := context.WithCancel(ctx)
				server := endless{watch.NewFake()}
				go start(ctx, server)
				synctest.Wait()
				began := time.Now()
				c.play(server.FakeWatcher)
				time.Sleep(35*time.Second - time.Since(began))
				cancel()
				synctest.Wait()
			})
		}
		want := run(func(ctx context.Context, server endless) {
			theirs.NewReflectorWithOptions(server, &metav1.PartialObjectMetadata{}, theirs.NewStore(theirs.MetaNamespaceKeyFunc), theirs.ReflectorOptions{Name: "reflector"}).RunWithContext(ctx)
		})
		got := run(func(ctx context.Context, server endless) {
			ours.NewReflectorWithOptions(server, &metav1.PartialObjectMetadata{}, ours.NewStore(ours.MetaNamespaceKeyFunc), ours.ReflectorOptions{Name: "reflector"}).RunWithContext(ctx)
		})
		of := func(text string) string { // the file is each one's own
			return regexp.MustCompile(`reflector\w*\.go`).ReplaceAllString(text, "reflector.go")
		}
		if got, want := of(got), of(want); got != want || strings.Count(want, "event bookmark expired") != c.lines {
			t.Errorf("%s: logged\n%s\nwant, as client-go, with %d warnings,\n%s", name, got, c.lines, want)
		}
	}
}

// done is a DoneChecker.
type done struct {
	name string
	ch   chan struct{}
}

func (d done) Name() string          { return d.name }
func (d done) Done() <-chan struct{} { return d.ch }

// A program's own waiting is logged at its own place.
func TestAWaitIsLoggedAsByClientGo(t *testing.T) {
	run := func(wait func(ctx context.Context, a, b done)) string {
		return logged(t, func(ctx context.Context) {
			ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
			defer cancel()
			a, b := done{"a", make(chan struct{})}, done{"b", make(chan struct{})}
			time.AfterFunc(time.Second, func() { close(a.ch) })
			wait(ctx, a, b)
		})
	}
	want := run(func(ctx context.Context, a, b done) { theirs.WaitFor(ctx, "caches", a, b) })
	got := run(func(ctx context.Context, a, b done) { ours.WaitFor(ctx, "caches", a, b) })
	if got != want || strings.Count(want, "logged_test.go") != 3 {
		t.Errorf("logged\n%s\nwant, as client-go,\n%s", got, want)
	}
	if got := run(func(ctx context.Context, a, b done) { ours.WaitFor(ctx, "", a, b) }); got != "" {
		t.Errorf("a wait for nothing named is logged:\n%s", got)
	}
}
