// Package metrics says how a running server is, to Prometheus and to who looks into it with pprof: on a
// listener of its own, since neither is for readers of the page.
package metrics

import (
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/hub"
	"github.com/informerscope/informerscope/server/room"
)

// Server is what is looked at. Class is nil where there is none.
type Server struct {
	Gate    *gate.Gate
	Hub     *hub.Hub
	Class   *room.Class
	Version string
}

// Handler answers /metrics and, with profiles, /debug/pprof/. On loopback it answers only who means loopback:
// a web page could make the browser ask by another name.
func (s Server) Handler(loopback, profiles bool) http.Handler {
	r := prometheus.NewRegistry()
	r.MustRegister(s, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(r, promhttp.HandlerOpts{}))
	if profiles {
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
		mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	}
	if !loopback {
		return mux
	}
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		host, _, err := net.SplitHostPort(req.Host)
		if ip := net.ParseIP(host); err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			http.Error(w, "this listener answers to localhost alone", http.StatusMisdirectedRequest)
			return
		}
		mux.ServeHTTP(w, req)
	})
}

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("informerscope_"+name, help, labels, nil)
}

var (
	build     = desc("build_info", "The version; always 1.", "version")
	streams   = desc("streams", "Watches of clients that are open, and pages of a class.")
	events    = desc("events_sent_total", "Events sent to clients, bookmarks included.")
	refused   = desc("refused_total", "Requests that were refused or failed, by reason.", "reason")
	ended     = desc("streams_ended_total", "Watches of clients that ended: left, slow, told (with an ERROR), time (timeoutSeconds), stopping, over.", "why")
	asked     = desc("upstream_requests_total", "Requests to the cluster: list, watch, look (at its newest version, or which cluster it is).", "verb", "resource", "outcome")
	lists     = desc("lists_total", "Lists that clients were given: made, or kept from before.", "how")
	objects   = desc("feed_objects", "Objects of a resource that is followed.", "resource", "namespace")
	clients   = desc("feed_clients", "Requests that use a feed now.", "resource", "namespace")
	lag       = desc("feed_lag_seconds", "Since the cluster last said something of a resource, bookmarks included.", "resource", "namespace")
	trouble   = desc("feed_trouble", "1 for a resource that cannot be followed now, by reason.", "resource", "namespace", "reason")
	followers = desc("class_followers", "Who follows the class.")
	lost      = desc("class_lost", "How many of them are lost at the step that is shown.")
)

// Describe implements prometheus.Collector.
func (s Server) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{build, streams, events, refused, ended, asked, lists, objects, clients, lag, trouble, followers, lost} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (s Server) Collect(to chan<- prometheus.Metric) {
	send := func(d *prometheus.Desc, kind prometheus.ValueType, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, kind, v, labels...)
	}
	send(build, prometheus.GaugeValue, 1, s.Version)
	g := s.Gate.Counts()
	send(streams, prometheus.GaugeValue, float64(g.Streams))
	send(events, prometheus.CounterValue, float64(g.Events))
	for reason, n := range g.Refused {
		send(refused, prometheus.CounterValue, float64(n), reason)
	}
	for why, n := range g.Ended {
		send(ended, prometheus.CounterValue, float64(n), why)
	}
	h := s.Hub.Counts()
	for a, n := range h.Asked {
		send(asked, prometheus.CounterValue, float64(n), a.Verb, a.Resource, a.Outcome)
	}
	send(lists, prometheus.CounterValue, float64(h.Made), "made")
	send(lists, prometheus.CounterValue, float64(h.Kept), "kept")
	for _, f := range s.Hub.Feeds() {
		send(objects, prometheus.GaugeValue, float64(f.Objects), f.Resource, f.Namespace)
		send(clients, prometheus.GaugeValue, float64(f.Clients), f.Resource, f.Namespace)
		if !f.Heard.IsZero() {
			send(lag, prometheus.GaugeValue, max(0, time.Since(f.Heard).Seconds()), f.Resource, f.Namespace)
		}
		if f.Trouble != "" {
			send(trouble, prometheus.GaugeValue, 1, f.Resource, f.Namespace, f.Trouble)
		}
	}
	if s.Class != nil {
		in, not := s.Class.Counts()
		send(followers, prometheus.GaugeValue, float64(in))
		send(lost, prometheus.GaugeValue, float64(not))
	}
}
