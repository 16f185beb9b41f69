package oracle

//lint:file-ignore SA1019 the names without types are those that every client-go has

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"k8s.io/client-go/util/workqueue"
)

// wire is the conversation. Questions may come from any goroutine, one at a time; they are asked while
// a command is under way, so that nobody reads a command meanwhile.
type wire struct {
	mu    sync.Mutex
	in    *bufio.Reader
	out   io.Writer
	other func(limiter workqueue.RateLimiter) Other // nil drives client-go's queue
}

// line is a verb and what is said with it.
type line struct {
	verb string
	args map[string]string
}

// command takes the next command.
func (w *wire) command() (l line, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.read()
}

// read takes the next line, a command or an answer; ok is false at the end.
func (w *wire) read() (l line, ok bool) {
	text, err := w.in.ReadString('\n')
	if err != nil {
		return l, false
	}
	return parseLine(strings.TrimPrefix(strings.TrimSuffix(text, "\n"), "= ")), true
}

// parseLine reads "verb key=value key="quoted value"".
func parseLine(text string) line {
	l := line{args: map[string]string{}}
	for text != "" {
		end := strings.IndexAny(text, " =")
		if end < 0 {
			end = len(text)
		}
		name := text[:end]
		if text = text[end:]; !strings.HasPrefix(text, "=") {
			if l.verb == "" {
				l.verb = name
			}
			text = strings.TrimLeft(text, " ")
			continue
		}
		text = text[1:]
		value, _, _ := strings.Cut(text, " ")
		if quoted, err := strconv.QuotedPrefix(text); err == nil {
			value, _ = strconv.Unquote(quoted)
			text = text[len(quoted):]
		} else {
			text = text[len(value):]
		}
		l.args[name] = value
		text = strings.TrimLeft(text, " ")
	}
	return l
}

// number is an argument as a number, 0 without one.
func (l line) number(name string) int {
	n, _ := strconv.Atoi(l.args[name])
	return n
}

// lasts is an argument as a duration, 0 without one.
func (l line) lasts(name string) time.Duration {
	d, _ := time.ParseDuration(l.args[name])
	return d
}

// words is an argument as words.
func (l line) words(name string) []string { return strings.Fields(l.args[name]) }

// answer says what came of a command; "-" is nothing.
func (w *wire) answer(text string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case err != nil:
		fmt.Fprintf(w.out, "! %s\n", oneLine(err.Error()))
	case text == "":
		fmt.Fprintln(w.out, "= -")
	default:
		fmt.Fprintf(w.out, "= %s\n", oneLine(text))
	}
}

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", " ") }

// ask asks whoever holds the conversation, and gives the answer with the objects that follow it.
func (w *wire) ask(verb string, pairs ...string) (l line, objects []line) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			fmt.Fprintf(&b, " %s=%s", pairs[i], strconv.Quote(pairs[i+1]))
		}
	}
	fmt.Fprintf(w.out, "? %s%s\n", verb, b.String())
	l, ok := w.read()
	if !ok {
		panic("oracle: the conversation ended before " + verb + " was answered")
	}
	for range l.number("objects") {
		o, _ := w.read()
		objects = append(objects, o)
	}
	return l, objects
}

func set(items []string) string {
	slices.Sort(items)
	return "{" + strings.Join(items, " ") + "}"
}
