package room

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// Class holds a Room for the connections of its people.
type Class struct {
	mu     sync.Mutex
	room   *Room
	people map[ID]*conn
}

// conn is one connection's end of the room.
type conn struct {
	wake chan struct{} // holds one: there is another view
	end  context.CancelCauseFunc
}

// Open opens a class with a room of its own.
func Open(code, secret string) *Class {
	return &Class{room: New(code, secret), people: map[ID]*conn{}}
}

// Serve lets a connection take part until it ends or ctx does, and returns why: a Refusal, ctx's cause, or what the
// connection said. It has had a view at least every idle.
func (c *Class) Serve(ctx context.Context, ws *websocket.Conn, from netip.Addr, idle time.Duration) error {
	ws.SetReadLimit(MaxFrame)
	id, me, ctx, err := c.join(ctx, ws, from)
	if err != nil {
		return err
	}
	defer c.leave(id)
	// A context that ends closes the connection without a word, and the caller wants to say why: it closes it.
	alive := context.WithoutCancel(ctx)
	go func() {
		for {
			frame, err := read(alive, ws)
			if err == nil {
				err = c.take(id, frame)
			}
			if err != nil {
				me.end(err)
				return
			}
		}
	}()
	return c.write(ctx, alive, ws, id, me, idle)
}

// join waits for the first message and finds its place.
func (c *Class) join(ctx context.Context, ws *websocket.Conn, from netip.Addr) (ID, *conn, context.Context, error) {
	c.mu.Lock()
	err := c.room.Knock(from, time.Now())
	c.mu.Unlock()
	if err != nil {
		return 0, nil, nil, err
	}
	frame, came := readFirst(ctx, ws)
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.tell(c.room.news, c.room.forPresenter)
	id, over, err := c.room.Join(frame, from, time.Now())
	if err != nil {
		if came != nil {
			err = came
		}
		return 0, nil, nil, err
	}
	if old := c.people[over]; old != nil {
		old.end(Taken)
	}
	me := &conn{wake: make(chan struct{}, 1)}
	me.wake <- struct{}{} // the view as it is
	ctx, me.end = context.WithCancelCause(ctx)
	c.people[id] = me
	return id, me, ctx, nil
}

// readFirst waits for a message without closing the connection when none comes, so that it can be told so.
func readFirst(ctx context.Context, ws *websocket.Conn) ([]byte, error) {
	type answer struct {
		frame []byte
		err   error
	}
	came := make(chan answer, 1)
	go func() { // ends with the connection, which the caller closes
		frame, err := read(context.WithoutCancel(ctx), ws)
		came <- answer{frame, err}
	}()
	patience := time.NewTimer(joinPatience)
	defer patience.Stop()
	select {
	case a := <-came:
		return a.frame, a.err
	case <-patience.C:
		return nil, Silent
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func read(ctx context.Context, ws *websocket.Conn) ([]byte, error) {
	kind, frame, err := ws.Read(ctx)
	switch {
	case errors.Is(err, websocket.ErrMessageTooBig), err == nil && kind != websocket.MessageText:
		return nil, Malformed
	}
	return frame, err
}

func (c *Class) take(id ID, frame []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.tell(c.room.news, c.room.forPresenter)
	return c.room.Take(id, frame, time.Now())
}

func (c *Class) leave(id ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.tell(c.room.news, c.room.forPresenter)
	c.people[id].end(nil)
	delete(c.people, id)
	c.room.Leave(id)
}

// tell wakes those whose view is another since the versions that are given.
func (c *Class) tell(news, forPresenter int) {
	if c.room.news != news {
		for id, p := range c.people {
			if id != c.room.presenter {
				p.woken()
			}
		}
	}
	if p := c.people[c.room.presenter]; p != nil && c.room.forPresenter != forPresenter {
		p.woken()
	}
}

func (p *conn) woken() {
	select {
	case p.wake <- struct{}{}:
	default: // it will see this one, too
	}
}

// write sends views, the newest each time. The first comes at once; then a page has a rest between two.
func (c *Class) write(ctx, alive context.Context, ws *websocket.Conn, id ID, me *conn, idle time.Duration) error {
	quiet := time.NewTimer(idle)
	defer quiet.Stop()
	for sent := 0; ; {
		heartbeat := false
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-me.wake:
		case <-quiet.C:
			heartbeat = true
		}
		c.mu.Lock()
		frame, version := c.room.Frame(id)
		rest := followerRest
		if id == c.room.presenter {
			rest = presenterRest
		}
		c.mu.Unlock()
		if ctx.Err() != nil || version == sent && !heartbeat {
			continue
		}
		sent = version
		patience, cancel := context.WithTimeout(alive, writePatience)
		err := ws.Write(patience, websocket.MessageText, frame)
		cancel()
		if err != nil {
			return err
		}
		quiet.Reset(idle)
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(rest):
		}
	}
}
