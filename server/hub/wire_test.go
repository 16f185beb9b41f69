package hub_test

import (
	"context"
	"io"
	"net"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

// wire is a network in memory between one server and its clients. Its connections break as real ones do,
// and it knows no time but the test's.
type wire struct {
	arrivals chan net.Conn
	closed   chan struct{}
	once     sync.Once

	mu      sync.Mutex
	halves  []*half // of all connections, two each
	refused bool
	parted  chan struct{} // closed when the partition ends; nil when there is none
	dialled int
}

func newWire() *wire {
	return &wire{arrivals: make(chan net.Conn), closed: make(chan struct{})}
}

// dial connects, as net.Dialer.DialContext does.
func (w *wire) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	w.mu.Lock()
	parted, refused := w.parted, w.refused
	w.dialled++
	w.mu.Unlock()
	if parted != nil {
		select {
		case <-parted:
		case <-w.closed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	there, back := newHalf(), newHalf()
	if !refused {
		select {
		case w.arrivals <- &conn{in: there, out: back}:
			w.mu.Lock()
			w.halves = append(slices.DeleteFunc(w.halves, (*half).over), there, back)
			w.mu.Unlock()
			return &conn{in: back, out: there}, nil
		case <-w.closed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, &net.OpError{Op: "dial", Net: "wire", Err: syscall.ECONNREFUSED}
}

// refuse says whether there is nobody to connect to.
func (w *wire) refuse(yes bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refused = yes
}

// reset ends every connection as a machine does that dies: what was not read is lost.
func (w *wire) reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, h := range w.halves {
		h.with(func() { h.broken = syscall.ECONNRESET })
	}
	w.halves = nil
}

// part loses all bytes from now on, and tells nobody.
func (w *wire) part() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.parted = make(chan struct{})
	for _, h := range w.halves {
		h.with(func() { h.lost = true })
	}
}

// join ends the partition. Connections from before it stay silent, as behind a router that forgot them.
func (w *wire) join() {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.parted)
	w.parted = nil
}

// dials is how many connections were tried.
func (w *wire) dials() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.dialled
}

// Accept implements net.Listener.
func (w *wire) Accept() (net.Conn, error) {
	select {
	case c := <-w.arrivals:
		return c, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener, and ends every connection.
func (w *wire) Close() error {
	w.once.Do(func() { close(w.closed) })
	w.reset()
	return nil
}

// Addr implements net.Listener.
func (w *wire) Addr() net.Addr { return wireAddr{} }

type wireAddr struct{}

func (wireAddr) Network() string { return "wire" }
func (wireAddr) String() string  { return "wire" }

// conn is one end of a connection.
type conn struct{ in, out *half }

func (c *conn) Read(p []byte) (int, error)         { return c.in.read(p) }
func (c *conn) Write(p []byte) (int, error)        { return c.out.write(p) }
func (c *conn) LocalAddr() net.Addr                { return wireAddr{} }
func (c *conn) RemoteAddr() net.Addr               { return wireAddr{} }
func (c *conn) SetReadDeadline(t time.Time) error  { c.in.limit(&c.in.readBy, t); return nil }
func (c *conn) SetWriteDeadline(t time.Time) error { c.out.limit(&c.out.writeBy, t); return nil }
func (c *conn) SetDeadline(t time.Time) error {
	_ = c.SetReadDeadline(t)
	return c.SetWriteDeadline(t)
}

func (c *conn) Close() error {
	c.in.with(func() { c.in.unread = true })
	c.out.with(func() { c.out.ended = true })
	return nil
}

// holds is how many bytes are under way before a writer waits for the reader.
const holds = 64 << 10

// half is one direction of a connection.
type half struct {
	mu              sync.Mutex
	moved           *sync.Cond
	bytes           []byte
	ended           bool  // by the writer: after bytes comes io.EOF
	unread          bool  // the reader has gone
	lost            bool  // bytes vanish
	broken          error // at once, for both
	readBy, writeBy deadline
}

func newHalf() *half {
	h := &half{}
	h.moved = sync.NewCond(&h.mu)
	return h
}

func (h *half) with(do func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	do()
	h.moved.Broadcast()
}

// over reports whether nobody can use it any more.
func (h *half) over() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.broken != nil || h.ended && h.unread
}

// deadline wakes who waits for a half.
type deadline struct {
	at    time.Time
	timer *time.Timer
}

func (h *half) limit(d *deadline, t time.Time) {
	h.with(func() {
		if d.timer != nil {
			d.timer.Stop()
		}
		if d.at = t; !t.IsZero() {
			d.timer = time.AfterFunc(time.Until(t), func() { h.with(func() {}) })
		}
	})
}

func (d *deadline) passed() bool { return !d.at.IsZero() && !time.Now().Before(d.at) }

func (h *half) read(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		switch {
		case h.broken != nil:
			return 0, h.broken
		case h.unread:
			return 0, net.ErrClosed
		case len(h.bytes) > 0 && !h.lost:
			n := copy(p, h.bytes)
			if h.bytes = h.bytes[n:]; len(h.bytes) == 0 {
				h.bytes = nil
			}
			h.moved.Broadcast()
			return n, nil
		case h.ended && !h.lost:
			return 0, io.EOF
		case h.readBy.passed():
			return 0, os.ErrDeadlineExceeded
		}
		h.moved.Wait()
	}
}

func (h *half) write(p []byte) (n int, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		switch {
		case h.broken != nil:
			return n, h.broken
		case h.ended:
			return n, net.ErrClosed
		case h.lost:
			return len(p), nil
		case h.unread:
			return n, syscall.EPIPE
		case h.writeBy.passed():
			return n, os.ErrDeadlineExceeded
		case n == len(p):
			return n, nil
		case len(h.bytes) < holds:
			more := min(len(p)-n, holds-len(h.bytes))
			h.bytes = append(h.bytes, p[n:n+more]...)
			n += more
			h.moved.Broadcast()
			continue
		}
		h.moved.Wait()
	}
}
