package gate

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/informerscope/informerscope/server/room"
)

// Limits that no client can move.
const (
	maxURI     = 8 << 10
	maxHeaders = 32 << 10
	// readHeaders is more than the gate allows, so that it can say which of the request line and the
	// headers was too long.
	readHeaders = 128 << 10

	maxStreams   = 2000
	maxLists     = 8               // lists made at once
	listPatience = 5 * time.Second // how long a list waits for its turn

	writePatience  = 15 * time.Second // how long the client of a watch may take nothing
	answerPatience = 5 * time.Minute  // how long a client may take over an answer: the page is large, networks are slow
	closePatience  = 3 * time.Second  // for a WebSocket's goodbye
	shutdownTime   = 5 * time.Second  // over which streams are ended
)

// Config says what a Gate serves, to whom.
type Config struct {
	Source Source
	// Index is the page, served at / and /index.html, and Web what it fetches, served under /web/.
	// Without an Index there is no page.
	Index []byte
	Web   fs.FS
	// Hosts are the exact values of Host that are answered, such as "127.0.0.1:8350".
	Hosts []string
	// Token is what data requests must carry. "" means that anyone who can connect may read.
	Token string
	// Class is the class that is held; nil is none.
	Class *room.Class
	// Proxied says that a proxy stands before the gate, and nobody else connects: who asks is whom its X-Forwarded-For names last.
	Proxied bool
	// Log gets what clients are not told. nil discards it.
	Log *slog.Logger
	// Idle is how long a watch is silent before the gate writes a bookmark or a blank; 20 s when 0.
	Idle time.Duration
}

// Gate is the handler. Shutdown ends its streams.
type Gate struct {
	source  Source
	files   map[string]*file
	hosts   map[string]bool
	token   *[sha256.Size]byte // the token's sum, since the token itself need not be kept; nil when none is needed
	log     *slog.Logger
	idle    time.Duration
	class   *room.Class
	proxied bool
	allowed map[[3]string]Resource

	lists    chan struct{}
	streams  sync.WaitGroup
	mu       sync.Mutex
	open     map[*stream]struct{}
	stopping atomic.Bool
	counts   counts
}

// New returns a Gate. It fails if the page's files cannot be read.
func New(c Config) (*Gate, error) {
	g := &Gate{
		source: c.Source, log: c.Log, idle: c.Idle, class: c.Class, proxied: c.Proxied,
		hosts: map[string]bool{}, allowed: map[[3]string]Resource{},
		lists: make(chan struct{}, maxLists), open: map[*stream]struct{}{},
	}
	if c.Token != "" {
		sum := sha256.Sum256([]byte(c.Token))
		g.token = &sum
	}
	if g.log == nil {
		g.log = slog.New(slog.DiscardHandler)
	}
	if g.idle == 0 {
		g.idle = 20 * time.Second
	}
	for _, h := range c.Hosts {
		g.hosts[h] = true
	}
	for _, r := range c.Source.Resources() {
		g.allowed[[3]string{r.Group, r.Version, r.Resource}] = r
	}
	var err error
	g.files, err = readFiles(c.Index, c.Web)
	return g, err
}

// Server is an http.Server for g that reads no more than it must, and leaves every request to g.
func (g *Gate) Server() *http.Server {
	return &http.Server{
		Handler: g, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: readHeaders,
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     slog.NewLogLogger(g.log.Handler(), slog.LevelDebug),
	}
}

// ServeHTTP answers one request.
func (g *Gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	started := time.Now()
	_ = http.NewResponseController(w).SetWriteDeadline(started.Add(answerPatience)) // a recorder in a test has none
	setSecurityHeaders(w.Header())
	if p := g.checkEvery(r); p != nil {
		w.Header().Set("Connection", "close") // what follows on this connection may be part of a trick
		g.refuse(w, r, p)
		return
	}
	if f := g.file(r); f != nil {
		f.serve(w, r)
		return
	}
	rt, m, p := g.checkData(r)
	if p != nil {
		g.refuse(w, r, p)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	rt.serve(g, w, r, m)
	g.log.Debug("served", "path", logged(r.URL.Path), "took", time.Since(started).Round(time.Millisecond))
}

func (g *Gate) refuse(w http.ResponseWriter, r *http.Request, p *Problem) {
	g.counts.refused(p)
	// Neither the query nor a header: either may hold a token.
	g.log.Debug("refused", "id", p.ID, "code", p.Code, "method", clip(r.Method, 16), "path", logged(r.URL.Path), "from", r.RemoteAddr)
	if p == ErrMethod && g.file(r) != nil {
		w.Header().Set("Allow", "GET, HEAD")
	}
	p.write(w, "", "")
}

// problem is what a client is told about err; what is not in the table is logged.
func (g *Gate) problem(err error, req Request) *Problem {
	p := told(err)
	if p == ErrInternal {
		g.log.Error("the source failed", "resource", req.Resource.String(), "err", err)
	}
	g.counts.refused(p)
	return p
}

func told(err error) *Problem {
	p := ErrInternal
	errors.As(err, &p)
	return p
}

func (g *Gate) tokenIs(given string) bool {
	sum := sha256.Sum256([]byte(given))
	return subtle.ConstantTimeCompare(sum[:], g.token[:]) == 1
}

// logged is a path as the log has it: behind that of a class stands its code.
func logged(path string) string {
	if strings.HasPrefix(path, "/informerscope/v1/class/") {
		return "/informerscope/v1/class/…"
	}
	return clip(path, 200)
}

func clip(s string, n int) string {
	if len(s) > n {
		return s[:n] + "…"
	}
	return s
}
