package conformance

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/scenarios"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/features"
)

// What an informer of a lesson asks our cluster, over a wire that takes the latency of the
// lesson.

// IsWatchListSemanticsUnSupported tells client-go whether it may start with a stream.
func (r *realInformer) IsWatchListSemanticsUnSupported() bool {
	return !features.FeatureGates().Enabled(features.WatchListClient)
}

// carried is what a program and the API server have said to each other: how many requests, and how
// many objects the largest piece of an answer had. A list, or a page of one, is one piece; of a
// watch each event is.
type carried struct{ requests, most int }

// List and Watch make it the ListerWatcher of its informer.
func (r *realInformer) List(o metav1.ListOptions) (runtime.Object, error) {
	arg, limit := o.ResourceVersion, 0
	if o.Limit > 0 && r.config.Pages > 0 { // client-go says whether, the lesson says how many
		if limit = r.config.Pages; o.Continue == "" {
			r.page = 0
		}
		r.page++
		arg = strings.TrimSpace(fmt.Sprintf("%s page %d", arg, r.page))
	}
	asked := r.travel("LIST(" + arg + ")")
	r.mu.Lock()
	defer r.mu.Unlock()
	list, rv, token, f := r.server.Page("pods", o.ResourceVersion, limit, o.Continue)
	r.wire.most = max(r.wire.most, len(list))
	if !f.OK() {
		r.note(asked, "->"+statusText(f))
		return nil, asError(f)
	}
	r.note(asked, "->"+rv)
	if token == "" {
		r.asked <- "list"
	}
	out := asList(list, rv)
	out.Continue = token
	return out, nil
}

// Watch opens a watch of the cluster and carries its events.
func (r *realInformer) Watch(o metav1.ListOptions) (watch.Interface, error) {
	initial := o.SendInitialEvents != nil && *o.SendInitialEvents
	arg := o.ResourceVersion
	if initial {
		arg = strings.TrimSpace("initial " + arg)
	}
	asked := r.travel("WATCH(" + arg + ")")
	r.mu.Lock()
	defer r.mu.Unlock()
	w, f := r.server.Open("pods", o.ResourceVersion, initial)
	r.asked <- "watch"
	if !f.OK() {
		r.note(asked, "->"+statusText(f))
		return nil, asError(f)
	}
	r.note(asked, "")
	out := newWireWatch()
	if o.TimeoutSeconds != nil && r.ends {
		out.ends = time.After(time.Duration(*o.TimeoutSeconds) * time.Second)
	}
	go out.run(func() news {
		r.mu.Lock()
		defer r.mu.Unlock()
		ev, state := r.server.Next(&w)
		if ev.Obj != nil {
			r.wire.most = max(r.wire.most, 1)
		}
		return news{event: ev, state: state, changed: r.changed, latency: r.latency}
	})
	return out, nil
}

// lasts reports whether a lesson waits for a watch to end in its time, which is chance. Other
// lessons do not last so long on ours, and must not on client-go.
func lasts(l *scenarios.Lesson) bool {
	for _, it := range l.Items {
		for _, c := range it.Calls {
			if c.Command.Verb == "run" && c.Command.Text == "watch" && c.Within[1] > time.Minute {
				return true
			}
		}
	}
	return false
}

// travel notes a request and lets the time until its answer pass. It returns the request
// when there is none to pass: then it is noted with its answer.
func (r *realInformer) travel(request string) (unnoted string) {
	r.mu.Lock()
	r.wire.requests++
	latency := r.latency
	if latency > 0 {
		r.api, request = append(r.api, request), ""
	}
	r.mu.Unlock()
	time.Sleep(latency)
	return request
}

// note notes a request with its answer, unless travel has noted it without.
func (r *realInformer) note(request, answer string) {
	if request != "" {
		r.api = append(r.api, request+answer)
	}
}

func statusText(f cluster.Fault) string {
	if f.Code > 0 {
		return strconv.Itoa(f.Code)
	}
	return "refused"
}
