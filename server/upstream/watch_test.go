package upstream

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/server/gate"
)

// script is a cluster whose watch writes text and then does end.
func script(t *testing.T, text string, end func(w http.ResponseWriter, r *http.Request)) *Cluster {
	c, _ := cluster(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, text)
		w.(http.Flusher).Flush()
		end(w, r)
	}, Options{})
	return c
}

func stay(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
func leave(http.ResponseWriter, *http.Request)    {}
func die(w http.ResponseWriter, _ *http.Request)  { panic(http.ErrAbortHandler) }

// follow reads a watch from 7 to its end, or to the first silence, which is a DeadlineExceeded.
func follow(t *testing.T, c *Cluster) (events []string, err error) {
	t.Helper()
	return followUntil(t, c, 100*time.Millisecond)
}

func followUntil(t *testing.T, c *Cluster, silence time.Duration) (events []string, err error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	w, err := c.Watch(ctx, pods, "7")
	if err != nil {
		return nil, err
	}
	defer w.Close()
	for {
		next, done := context.WithTimeout(ctx, silence)
		ev, err := w.Next(next)
		done()
		if err != nil {
			return events, err
		}
		events = append(events, ev.Type+" "+ev.Object.JSON())
	}
}

const (
	added = `{"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","resourceVersion":"8","managedFields":[]}}}`
	saw   = `ADDED {"metadata":{"name":"a","resourceVersion":"8"}}`
	mark  = `{"type":"BOOKMARK","object":{"apiVersion":"v1","kind":"Pod","metadata":{"resourceVersion":"9"}}}`
)

func TestWhatAWatchIsToldOfTrouble(t *testing.T) {
	for _, row := range []struct {
		name string
		c    *Cluster
		want []string
		err  error
	}{
		{"a clean end", script(t, added+"\n", leave), []string{saw}, io.EOF},
		{"F02: it breaks within an event", script(t, added+"\n"+added[:40], die), []string{saw}, gate.ErrIncomplete},
		{"F02: it breaks between events", script(t, added+"\n", die), []string{saw}, gate.ErrIncomplete},
		{"F03: it ends politely within an event", script(t, added+"\n"+added[:40], leave), []string{saw}, gate.ErrIncomplete},
		{"what is no JSON", script(t, added+"\n<html>", stay), []string{saw}, gate.ErrIncomplete},
		{"what is no object", script(t, added+"\n"+`{"type":"ADDED","object":5}`, stay), []string{saw}, gate.ErrNotKubernetes},
		{"F05: 410 within 200", script(t, added+"\n"+`{"type":"ERROR","object":`+apiStatus(410, "Expired", "")+"}\n", stay),
			[]string{saw}, gate.ErrExpired},
		{"an error of another kind", script(t, `{"type":"ERROR","object":`+apiStatus(500, "InternalError", "")+"}\n", stay),
			nil, gate.ErrUpstream},
		{"events without line breaks", script(t, added+added, leave), []string{saw, saw}, io.EOF},
		{"silence", script(t, added+"\n"+mark+"\n", stay),
			[]string{saw, `BOOKMARK {"metadata":{"resourceVersion":"9"}}`}, context.DeadlineExceeded},
	} {
		t.Run(row.name, func(t *testing.T) {
			lines, err := follow(t, row.c)
			if !errors.Is(err, row.err) || strings.Join(lines, "\n") != strings.Join(row.want, "\n") {
				t.Errorf("watch = %q, %v\nwant %q, %v", lines, err, row.want, row.err)
			}
			if strings.Contains(strings.Join(lines, ""), "10.0.0.9") {
				t.Error("the cluster's own words reach the client")
			}
		})
	}
}

// F24: there is no limit to a line that a real object reaches.
func TestLargeObjectsPass(t *testing.T) {
	big := `{"type":"ADDED","object":{"metadata":{"name":"big","resourceVersion":"8"},"data":"` + strings.Repeat("x", 8<<20) + `"}}`
	lines, err := followUntil(t, script(t, big+"\n"+added+"\n", leave), 20*time.Second)
	if !errors.Is(err, io.EOF) || len(lines) != 2 || len(lines[0]) < 8<<20 || lines[1] != saw {
		t.Errorf("%d lines, %v, want the large one and the one after it", len(lines), err)
	}
}

func TestAWatchThatDoesNotOpenIsGivenUp(t *testing.T) {
	c, _ := cluster(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, Options{})
	c.headersTime = 50 * time.Millisecond
	if _, err := follow(t, c); !errors.Is(err, gate.ErrUnreachable) {
		t.Errorf("Watch() = %v, want %v", err, gate.ErrUnreachable)
	}
}

func TestWhatTheClusterIsAskedToWatch(t *testing.T) {
	var uri string
	c, _ := cluster(t, func(w http.ResponseWriter, r *http.Request) {
		uri = r.RequestURI
		answer(w, 200, "")
	}, Options{})
	_, _ = follow(t, c)
	if want := "/api/v1/pods?allowWatchBookmarks=true&resourceVersion=7&watch=true"; uri != want {
		t.Errorf("the cluster saw %s, want %s", uri, want)
	}
}

// R24: what the object does not show is in no answer.
func TestTheLastAppliedConfigurationIsInNoAnswer(t *testing.T) {
	c := script(t, `{"type":"MODIFIED","object":`+onePod+"}\n", leave)
	lines, _ := follow(t, c)
	if len(lines) != 1 || lines[0] != "MODIFIED "+onePodPruned {
		t.Errorf("watch = %q, want the pod without what nobody is to see", lines)
	}
}

// What was read of a watch, with what is left out of its objects, is not kept while nothing more comes.
func TestAWatchAtRestKeepsNothingOfWhatItRead(t *testing.T) {
	big := `{"type":"ADDED","object":{"metadata":{"name":"big","resourceVersion":"8"},"data":"` + strings.Repeat("x", 16<<20) + `"}}`
	c := script(t, big+"\n", stay)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	alive := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	w, err := c.Watch(ctx, pods, "7")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	before := alive()
	if ev, err := w.Next(ctx); err != nil || ev.Object.Name != "big" {
		t.Fatalf("Next() = %+v, %v, want the large one", ev, err)
	}
	if kept := alive() - before; kept > 8<<20 {
		t.Errorf("%d MiB are kept of an object that nobody has any more", kept>>20)
	}
}
