package hub_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// faulty is an API server in memory, over TLS, with a switch for each thing that goes wrong with one.
type faulty struct {
	*wire
	server *http.Server
	http1  bool // instead of HTTP/2

	mu      sync.Mutex
	rv      uint64
	floor   uint64 // versions before are compacted
	objects map[string]object
	history []happening
	epoch   int // of history: watches of one that is over are silent
	changed chan struct{}
	asked   []asking

	// Switches.
	instead map[string]answer // in place of the answer to list, watch, one or version
	said    []saying          // to open watches, beside what happens
	uid     string            // of kube-system
	token   string            // without it 401; "" needs none
	lag     uint64            // how far this server is behind
	unmark  bool              // no bookmarks
	cert    *tls.Certificate
}

// object is one object: its JSON is made of this.
type object struct {
	resource, namespace, name, uid string
	rv                             uint64
	more                           string // of metadata: `,"labels":{…}`
	body                           string // beside it: `,"data":{…}`
}

func (o object) key() string { return o.resource + " " + o.namespace + "/" + o.name }

// kinds are the kinds and versions of resources.
var kinds = map[string][2]string{"pods": {"Pod", "v1"}, "configmaps": {"ConfigMap", "v1"}, "secrets": {"Secret", "v1"}, "widgets": {"Widget", "example.com/v1"}}

func (o object) json(metadata bool) string {
	of := kinds[o.resource]
	if metadata {
		of, o.body = [2]string{"PartialObjectMetadata", "meta.k8s.io/v1"}, ""
	}
	return fmt.Sprintf(`{"kind":%q,"apiVersion":%q,"metadata":{"name":%q,"namespace":%q,"uid":%q,"resourceVersion":"%d"%s}%s}`,
		of[0], of[1], o.name, o.namespace, o.uid, o.rv, o.more, o.body)
}

type happening struct {
	kind string
	o    object
}

func (h happening) line(metadata bool) string {
	return fmt.Sprintf("{\"type\":%q,\"object\":%s}\n", h.kind, h.o.json(metadata))
}

// partial reports whether a request asks for metadata alone.
func partial(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "as=PartialObjectMetadata")
}

// asking is a request that came.
type asking struct {
	at   time.Time
	what string // list, watch, one, version; probe is the list of one object
	rv   string
	uri  string
}

// answer answers a request in place of the server.
type answer func(w http.ResponseWriter, r *http.Request)

// saying is what open watches say, and whether they end politely then.
type saying struct {
	text string
	end  bool
}

// newFaulty is a server without faults. It ends with the test.
func newFaulty(t testing.TB, http1 bool) *faulty {
	s := &faulty{wire: newWire(), rv: 100, floor: 90, objects: map[string]object{}, changed: make(chan struct{}),
		instead: map[string]answer{}, uid: "u-1"}
	s.cert, s.http1 = certificate(t, 24*time.Hour), http1
	s.server = s.serve()
	t.Cleanup(func() {
		_ = s.wire.Close()
		_ = s.server.Close()
	})
	return s
}

func (s *faulty) serve() *http.Server {
	server := &http.Server{Handler: s, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, 0),
		TLSConfig: &tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.cert, nil
		}}}
	if s.http1 {
		server.TLSNextProto = map[string]func(*http.Server, *tls.Conn, http.Handler){}
	}
	go func() { _ = server.ServeTLS(&listener{wire: s.wire, closed: make(chan struct{})}, "", "") }() // it ends with an error, as it should
	return server
}

// listener is one server's part in a wire, which outlives it: the next one takes its place.
type listener struct {
	*wire
	once   sync.Once
	closed chan struct{}
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.arrivals:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// certificate is one for "cluster" that signs itself.
func certificate(t testing.TB, valid time.Duration) *tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	is := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "cluster"}, DNSNames: []string{"cluster"},
		NotBefore: time.Now().Add(-2 * time.Hour), NotAfter: time.Now().Add(valid), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, is, is, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func (s *faulty) authority() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.cert.Certificate[0]})
}

// renew gives the server another certificate.
func (s *faulty) renew(c *tls.Certificate) { s.with(func() { s.cert = c }) }

// keeps is how many events a server keeps before it compacts half of them.
const keeps = 8000

// with changes s, and tells open watches.
func (s *faulty) with(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
	if len(s.history) > keeps {
		s.history = slices.Clone(s.history[keeps/2:])
		s.floor = s.history[0].o.rv
	}
	close(s.changed)
	s.changed = make(chan struct{})
}

// write makes or changes an object.
func (s *faulty) write(o object) {
	s.with(func() {
		s.rv++
		kind := "ADDED"
		if was, ok := s.objects[o.key()]; ok {
			kind = "MODIFIED"
			if o.uid == "" {
				o.uid = was.uid
			}
		}
		o.rv = s.rv
		if o.uid == "" {
			o.uid = fmt.Sprintf("%s-%d", o.name, s.rv)
		}
		s.objects[o.key()] = o
		s.history = append(s.history, happening{kind, o})
	})
}

func pod(name string) object { return object{resource: "pods", namespace: "d", name: name} }

// put writes a pod in namespace d.
func (s *faulty) put(name string) { s.write(pod(name)) }

// drop deletes an object.
func (s *faulty) drop(o object) {
	s.with(func() {
		was, ok := s.objects[o.key()]
		if !ok {
			return
		}
		s.rv++
		delete(s.objects, o.key())
		was.rv = s.rv
		s.history = append(s.history, happening{"DELETED", was})
	})
}

// compact forgets what happened; only what is can be asked for.
func (s *faulty) compact() {
	s.with(func() { s.floor, s.history = s.rv, nil })
}

// restore makes s the server of a backup: at another version, with other objects, and without a word to
// watches that are open.
func (s *faulty) restore(rv uint64, objects ...object) {
	s.with(func() {
		s.epoch++
		s.rv, s.floor, s.history, s.objects = rv, rv, nil, map[string]object{}
		for _, o := range objects {
			s.objects[o.key()] = o
		}
	})
}

// fail answers requests for what otherwise, until a nil answer.
func (s *faulty) fail(instead answer, what ...string) {
	s.with(func() {
		for _, w := range what {
			if s.instead[w] = instead; instead == nil {
				delete(s.instead, w)
			}
		}
	})
}

// say has open watches say text, and then end politely if they are to.
func (s *faulty) say(text string, end bool) {
	s.with(func() { s.said = append(s.said, saying{text, end}) })
}

// names are the objects of a resource, as name@rv, sorted.
func (s *faulty) names(resource string) (all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.objects {
		if o.resource == resource {
			all = append(all, o.name+"@"+strconv.FormatUint(o.rv, 10))
		}
	}
	slices.Sort(all)
	return all
}

// count is how many requests for what came since a time.
func (s *faulty) count(since time.Time, what ...string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.asked {
		if slices.Contains(what, a.what) && !a.at.Before(since) {
			n++
		}
	}
	return n
}

// last is the last request for what.
func (s *faulty) last(what string) (found asking) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.asked {
		if a.what == what {
			found = a
		}
	}
	return found
}

// ServeHTTP implements http.Handler.
func (s *faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	what := "list"
	switch {
	case r.URL.Path == "/version":
		what = "version"
	case r.URL.Path == "/api/v1/namespaces/kube-system":
		what = "one"
	case r.URL.Path == "/apis/example.com/v1":
		what = "discovery"
	case q.Get("watch") != "":
		what = "watch"
	case q.Get("limit") == "1":
		what = "probe"
	}
	s.mu.Lock()
	instead, uid := s.instead[what], s.uid
	denied := s.token != "" && r.Header.Get("Authorization") != "Bearer "+s.token
	if denied {
		what = "401"
	}
	if len(s.asked) > 2000 { // the last are looked at
		s.asked = slices.Clone(s.asked[1000:])
	}
	s.asked = append(s.asked, asking{time.Now(), what, q.Get("resourceVersion"), r.RequestURI})
	s.mu.Unlock()
	switch {
	case denied:
		status(401, "Unauthorized")(w, r)
	case instead != nil:
		instead(w, r)
	case what == "version":
		reply(w, `{"major":"1","minor":"37","gitVersion":"v1.37.2"}`)
	case what == "one":
		reply(w, fmt.Sprintf(`{"metadata":{"name":"kube-system","uid":%q}}`, uid))
	case what == "discovery":
		reply(w, `{"kind":"APIResourceList","resources":[{"name":"widgets","kind":"Widget","namespaced":true}]}`)
	default:
		s.truly(w, r)
	}
}

// truly answers as a server without faults.
func (s *faulty) truly(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("watch") != "" {
		s.watch(w, r)
		return
	}
	s.list(w, r)
}

// times gives an answer n times, and then the true one.
func (s *faulty) times(n int32, instead answer) answer {
	var given atomic.Int32
	return func(w http.ResponseWriter, r *http.Request) {
		if given.Add(1) <= n {
			instead(w, r)
			return
		}
		s.truly(w, r)
	}
}

// happen lets an event happen whether it fits what is or not.
func (s *faulty) happen(kind string, o object) {
	s.with(func() {
		s.rv++
		if o.rv == 0 {
			o.rv = s.rv
		}
		s.history = append(s.history, happening{kind, o})
		if s.objects[o.key()] = o; kind == "DELETED" {
			delete(s.objects, o.key())
		}
	})
}

func reply(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, body)
}

// status is a refusal as an API server gives it. retry is the seconds to wait, if any.
func status(code int, reason string, retry ...int) answer {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if len(retry) > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(retry[0]))
		}
		w.WriteHeader(code)
		_, _ = io.WriteString(w, statusJSON(code, reason))
	}
}

func statusJSON(code int, reason string) string {
	cause := ""
	if code == 504 && reason == "Timeout" {
		cause = `,"details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],"retryAfterSeconds":1}`
	}
	return fmt.Sprintf(`{"kind":"Status","apiVersion":"v1","status":"Failure","reason":%q,"code":%d,"message":"from 10.0.0.9"%s}`, reason, code, cause)
}

// loginPage is what a portal answers.
func loginPage(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	_, _ = io.WriteString(w, "<form>")
}

// stall gives headers, and then nothing.
func stall(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.(http.Flusher).Flush()
	<-r.Context().Done()
}

// closeAtOnce opens a watch, and ends it.
func closeAtOnce(w http.ResponseWriter, _ *http.Request) { reply(w, "") }

// truncated ends a list after 60 % of it, politely.
func truncated(s *faulty) answer {
	return func(w http.ResponseWriter, r *http.Request) {
		whole := &written{header: http.Header{}}
		s.list(whole, r)
		reply(w, whole.body.String()[:whole.body.Len()*6/10])
	}
}

// written keeps an answer.
type written struct {
	header http.Header
	body   strings.Builder
}

func (w *written) Header() http.Header         { return w.header }
func (w *written) WriteHeader(int)             {}
func (w *written) Write(p []byte) (int, error) { return w.body.Write(p) }

func (s *faulty) list(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	resource, asked := path.Base(r.URL.Path), version(q.Get("resourceVersion"))
	indent := ""
	if strings.HasPrefix(r.UserAgent(), "Mozilla/") { // as API servers do
		indent = "\n  "
	}
	code, body := s.page(partial(r), resource, asked, q.Get("resourceVersion") != "", q.Get("resourceVersionMatch") == "Exact", int(version(q.Get("continue"))), int(version(q.Get("limit"))), indent)
	if code != 200 {
		status(code, body)(w, r)
		return
	}
	reply(w, body)
}

// page is a page of a list, or why there is none.
func (s *faulty) page(metadata bool, resource string, asked uint64, cached, exact bool, from, limit int, indent string) (code int, body string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, objects := s.rv, s.objects
	if cached { // without a version etcd is asked, which does not lag
		at -= s.lag
	}
	if exact || at < s.rv {
		if exact {
			at = asked
		}
		if at < s.floor {
			return 410, "Expired"
		}
		objects = map[string]object{}
		for _, h := range s.history {
			if h.o.rv > at {
				break
			}
			if objects[h.o.key()] = h.o; h.kind == "DELETED" {
				delete(objects, h.o.key())
			}
		}
	}
	if asked > at {
		return 504, "Timeout"
	}
	var keys []string
	for k, o := range objects {
		if o.resource == resource {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	more := ""
	if keys = keys[from:]; limit > 0 && len(keys) > limit {
		keys, more = keys[:limit], fmt.Sprintf(`,"continue":"%d"`, from+limit)
	}
	b := &strings.Builder{}
	fmt.Fprintf(b, `{%s"kind":"%sList","apiVersion":%q,"metadata":{"resourceVersion":"%d"%s},"items":[`, indent, kinds[resource][0], kinds[resource][1], at, more)
	for i, k := range keys {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(objects[k].json(metadata))
	}
	b.WriteString("]}")
	return 200, b.String()
}

func version(text string) uint64 { n, _ := strconv.ParseUint(text, 10, 64); return n }

// markEvery is how often a watch is told where it is. Source: k8s.io/apiserver, cacher (about a minute).
const markEvery = time.Minute

func (s *faulty) watch(w http.ResponseWriter, r *http.Request) {
	resource, rv := path.Base(r.URL.Path), version(r.URL.Query().Get("resourceVersion"))
	w.Header().Set("Content-Type", "application/json")
	w.(http.Flusher).Flush()
	mark := time.NewTicker(markEvery)
	defer mark.Stop()
	s.mu.Lock()
	heard, epoch := len(s.said), s.epoch
	s.mu.Unlock()
	for marking := false; ; {
		s.mu.Lock()
		text, end := &strings.Builder{}, false
		if epoch != s.epoch {
			marking = false
		} else if rv < s.floor {
			text.WriteString(errorLine(410, "Expired"))
			end = true
		} else if rv <= s.rv-s.lag { // else it is from a history to come
			for _, h := range s.history[s.after(rv):s.after(s.rv-s.lag)] {
				if h.o.resource == resource {
					text.WriteString(h.line(partial(r)))
				}
			}
			if rv = s.rv - s.lag; marking && !s.unmark {
				fmt.Fprintf(text, `{"type":"BOOKMARK","object":{"kind":%q,"apiVersion":%q,"metadata":{"resourceVersion":"%d"}}}`+"\n", kinds[resource][0], kinds[resource][1], rv)
			}
		}
		for ; heard < len(s.said) && !end; heard++ {
			text.WriteString(s.said[heard].text)
			end = s.said[heard].end
		}
		changed := s.changed
		s.mu.Unlock()
		if _, err := io.WriteString(w, text.String()); err != nil || end {
			return
		}
		w.(http.Flusher).Flush()
		marking = false
		select {
		case <-changed:
		case <-mark.C:
			marking = true
		case <-r.Context().Done():
			return
		}
	}
}

// after is where in the history what came after rv begins.
func (s *faulty) after(rv uint64) int {
	at, _ := slices.BinarySearchFunc(s.history, rv+1, func(h happening, rv uint64) int {
		if h.o.rv < rv {
			return -1
		}
		return 1
	})
	return at
}

func errorLine(code int, reason string) string {
	return `{"type":"ERROR","object":` + statusJSON(code, reason) + "}\n"
}
