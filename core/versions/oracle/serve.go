package oracle

//lint:file-ignore SA1019 the names without types are those that every client-go has

import (
	"bufio"
	"fmt"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
)

// session is a client-go that is driven.
type session interface {
	// do carries out a command; the result is what the last Get or read gave.
	do(l line) (result string, err error)
	// view returns what client-go says of a view, in the notation of lessons; ok is false when it
	// cannot say.
	view(name string) (value string, ok bool)
	end()
}

// Serve holds a conversation until in ends.
func Serve(t *testing.T, in io.Reader, out io.Writer) { ServeOther(t, in, out, nil) }

// ServeOther is Serve with another queue in the place of client-go's.
func ServeOther(t *testing.T, in io.Reader, out io.Writer, other func(limiter workqueue.RateLimiter) Other) {
	defer quiet()()
	w := &wire{in: bufio.NewReader(in), out: out, other: other}
	for {
		l, ok := w.command()
		if !ok {
			return
		}
		begin := sessions[l.verb]
		if begin == nil {
			w.answer("", fmt.Errorf("%q begins nothing: want queue, informer or fifo", l.verb))
			continue
		}
		synctest.Test(t, func(*testing.T) { w.hold(l, begin) })
	}
}

var sessions = map[string]func(w *wire, l line) (session, error){
	"queue":    beginQueue,
	"informer": beginInformer,
	"fifo":     beginFIFO,
}

// hold drives a session to its end.
func (w *wire) hold(l line, begin func(*wire, line) (session, error)) {
	defer inBubble()()
	s, err := begin(w, l)
	if err != nil {
		if s != nil {
			s.end()
		}
		w.answer("", err)
		return
	}
	synctest.Wait()
	w.answer("ok", nil)
	for {
		l, ok := w.command()
		switch {
		case !ok || l.verb == "end":
			s.end() // which may ask for its API server
			w.answer("ok", nil)
			return
		case l.verb == "view":
			synctest.Wait()
			if value, ok := s.view(l.args["name"]); ok {
				w.answer(value, nil)
			} else {
				w.answer("", nil)
			}
		default:
			time.Sleep(l.lasts("wait"))
			synctest.Wait()
			result, err := s.do(l)
			synctest.Wait()
			w.answer(result, err)
		}
	}
}
