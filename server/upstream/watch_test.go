package upstream

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
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

// follow reads a watch to its end or to its first silence, at most as long as a test may wait.
func follow(t *testing.T, c *Cluster, q gate.Query) (lines []string, err error) {
	t.Helper()
	return followUntil(t, c, q, 100*time.Millisecond)
}

func followUntil(t *testing.T, c *Cluster, q gate.Query, silence time.Duration) (lines []string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	q.Watch = true
	s, err := c.Watch(ctx, gate.Request{Resource: podRequest.Resource, Query: q})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	for {
		ev, err := s.Next(ctx, silence)
		if err != nil {
			return lines, err
		}
		if ev.Quiet {
			return append(lines, "quiet "+string(ev.Line)), nil
		}
		lines = append(lines, string(ev.Line))
		if ev.Last {
			return lines, nil
		}
	}
}

const (
	added = `{"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","resourceVersion":"8","managedFields":[]}}}`
	saw   = `{"type":"ADDED","object":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","resourceVersion":"8"}}}`
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
			[]string{saw, string(gate.ErrExpired.ErrorLine("pods"))}, nil},
		{"an error of another kind", script(t, `{"type":"ERROR","object":`+apiStatus(500, "InternalError", "")+"}\n", stay),
			[]string{string(gate.ErrUpstream.ErrorLine("pods"))}, nil},
		{"events without line breaks", script(t, added+added, leave), []string{saw, saw}, io.EOF},
		{"silence", script(t, added+"\n"+mark+"\n", stay),
			[]string{saw, `quiet {"type":"BOOKMARK","object":{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"9"}}}`}, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			lines, err := follow(t, row.c, gate.Query{ResourceVersion: "7"})
			if !errors.Is(err, row.err) || strings.Join(lines, "\n") != strings.Join(row.want, "\n") {
				t.Errorf("watch = %q, %v\nwant %q, %v", lines, err, row.want, row.err)
			}
			if strings.Contains(strings.Join(lines, ""), "10.0.0.9") {
				t.Error("the cluster's own words reach the client")
			}
		})
	}
}

func TestBookmarksReachThoseWhoWantThem(t *testing.T) {
	lines, err := follow(t, script(t, mark+"\n", leave), gate.Query{AllowWatchBookmarks: true})
	if !errors.Is(err, io.EOF) || len(lines) != 1 || lines[0] != mark {
		t.Errorf("watch = %q, %v, want the bookmark", lines, err)
	}
	lines, err = follow(t, script(t, mark+"\n", leave), gate.Query{})
	if !errors.Is(err, io.EOF) || len(lines) != 0 {
		t.Errorf("watch = %q, %v, want nothing", lines, err)
	}
}

// Before anything has been heard there is no version to give in a bookmark.
func TestSilenceFromTheStartHasTheVersionAskedFor(t *testing.T) {
	for rv, want := range map[string]string{"": "quiet ", "0": "quiet ", "7": `quiet {"type":"BOOKMARK","object":{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"7"}}}`} {
		lines, err := follow(t, script(t, "", stay), gate.Query{ResourceVersion: rv})
		if err != nil || len(lines) != 1 || lines[0] != want {
			t.Errorf("a silent watch from %q = %q, %v, want %q", rv, lines, err, want)
		}
	}
}

// F24: there is no limit to a line that a real object reaches.
func TestLargeObjectsPass(t *testing.T) {
	big := `{"type":"ADDED","object":{"metadata":{"name":"big","resourceVersion":"8"},"data":"` + strings.Repeat("x", 8<<20) + `"}}`
	lines, err := followUntil(t, script(t, big+"\n"+added+"\n", leave), gate.Query{}, 20*time.Second)
	if !errors.Is(err, io.EOF) || len(lines) != 2 || len(lines[0]) < 8<<20 || lines[1] != saw {
		t.Errorf("%d lines, %v, want the large one and the one after it", len(lines), err)
	}
}

func TestAWatchThatDoesNotOpenIsGivenUp(t *testing.T) {
	c, _ := cluster(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, Options{})
	c.headersTime = 50 * time.Millisecond
	if _, err := follow(t, c, gate.Query{}); !errors.Is(err, gate.ErrUnreachable) {
		t.Errorf("Watch() = %v, want %v", err, gate.ErrUnreachable)
	}
}

// A watch is asked for as the client asked, with bookmarks in any case.
func TestWhatTheClusterIsAskedToWatch(t *testing.T) {
	yes := true
	var uri string
	c, _ := cluster(t, func(w http.ResponseWriter, r *http.Request) {
		uri = r.RequestURI
		answer(w, 200, "")
	}, Options{})
	_, _ = follow(t, c, gate.Query{ResourceVersionMatch: "NotOlderThan", SendInitialEvents: &yes, TimeoutSeconds: 300, LabelSelector: "a=b"})
	want := "/api/v1/pods?allowWatchBookmarks=true&labelSelector=a%3Db&resourceVersionMatch=NotOlderThan&sendInitialEvents=true&timeoutSeconds=300&watch=true"
	if uri != want {
		t.Errorf("the cluster saw %s, want %s", uri, want)
	}
}

// R24: what the object does not show is in no answer.
func TestTheLastAppliedConfigurationIsInNoAnswer(t *testing.T) {
	c := script(t, `{"type":"MODIFIED","object":`+onePod+"}\n", leave)
	lines, _ := follow(t, c, gate.Query{})
	if len(lines) != 1 || strings.Contains(lines[0], "hunter2") || lines[0] != `{"type":"MODIFIED","object":`+onePodPruned+`}` {
		t.Errorf("watch = %q", lines)
	}
	if !json.Valid([]byte(lines[0])) {
		t.Error("the line is not JSON")
	}
}
