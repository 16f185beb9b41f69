package versions

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/informerscope/informerscope/core/sim"
)

// Limit is how long an oracle may take for one answer, in real time. Its own time is virtual: an answer
// takes milliseconds.
const Limit = 20 * time.Second

// Oracle is a process that is asked what a client-go does. It is not safe for concurrent use. After an
// error that ends it, all others give the same.
type Oracle struct {
	Version Version

	queue string // that it drives
	in    io.WriteCloser
	out   *bufio.Reader
	kill  func() // ends it, and waits until it has ended
	errs  *tail  // what it wrote beside
	limit time.Duration
	over  error // why it has ended
	// answer answers what the oracle asks while a command is under way; nil answers nothing.
	answer func(line) []string
}

// Start builds the oracle of v, where it is not built, and starts it.
func Start(ctx context.Context, v Version) (*Oracle, error) {
	binary, err := v.Build(ctx)
	if err != nil {
		return nil, err
	}
	return start(ctx, v, Limit, binary, "-test.run=^TestOracle$", "-test.timeout=0")
}

func start(ctx context.Context, v Version, limit time.Duration, binary string, args ...string) (*Oracle, error) {
	o, cmd := &Oracle{Version: v, queue: sim.ClientGoQueue, errs: &tail{}, limit: limit}, exec.CommandContext(ctx, binary, args...)
	cmd.Stderr = o.errs
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("client-go %s: %w", v, err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("client-go %s: %w", v, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("client-go %s: its oracle does not start: %w; remove %s to have it built again", v, err, binary)
	}
	o.in, o.out = in, bufio.NewReader(out)
	o.kill = sync.OnceFunc(func() {
		in.Close()
		cmd.Process.Kill()
		cmd.Wait() // what it returns is that it was killed
	})
	return o, nil
}

// Connect is an oracle in this process: serve reads commands and writes answers as long as there are some. It
// links a client-go of that version, and drives that queue of sim.Queues.
func Connect(v Version, queue string, serve func(in io.Reader, out io.Writer)) *Oracle {
	in, commands := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer out.Close()
		defer in.Close()
		serve(in, out)
	}()
	return &Oracle{Version: v, queue: queue, in: commands, out: bufio.NewReader(answers), errs: &tail{}, limit: Limit,
		kill: func() {
			commands.Close()
			answers.Close()
			<-done
		}}
}

// Close ends it.
func (o *Oracle) Close() {
	if o.over == nil {
		o.over = fmt.Errorf("client-go %s: its oracle was closed", o.Version)
	}
	o.kill()
}

// refused is what could not be done; the oracle goes on.
type refused struct{ text string }

func (r refused) Error() string { return r.text }

// tell sends a command, with lines that belong to it, and returns the answer. An error that is not
// refused ends the oracle.
func (o *Oracle) tell(command string, more ...string) (string, error) {
	if o.over != nil {
		return "", o.over
	}
	var late atomic.Bool
	watchdog := time.AfterFunc(o.limit, func() {
		late.Store(true)
		o.kill()
	})
	defer watchdog.Stop()
	answer, err := o.exchange(command, more)
	if err == nil || errors.As(err, &refused{}) {
		return answer, err
	}
	o.kill()
	if o.over = fmt.Errorf("client-go %s: its oracle ended at %q: %w\n%s", o.Version, command, err, o.errs); late.Load() {
		o.over = fmt.Errorf("client-go %s: no answer to %q within %v, so its oracle was ended: either this client-go never comes to rest there, or something of it waits for the world outside of the bubble", o.Version, command, o.limit)
	}
	return "", o.over
}

func (o *Oracle) exchange(command string, more []string) (string, error) {
	if err := o.write(append([]string{command}, more...)); err != nil {
		return "", err
	}
	for {
		text, err := o.out.ReadString('\n')
		if err != nil {
			return "", err
		}
		text = strings.TrimSuffix(text, "\n")
		switch sign, rest, _ := strings.Cut(text, " "); sign {
		case "=":
			if rest == "-" {
				rest = ""
			}
			return rest, nil
		case "!":
			return "", refused{rest}
		case "?":
			if o.answer == nil {
				return "", fmt.Errorf("it asked for %q, and there is no API server", rest)
			}
			if err := o.write(o.answer(parseLine(rest))); err != nil {
				return "", err
			}
		}
	}
}

func (o *Oracle) write(lines []string) error {
	_, err := io.WriteString(o.in, strings.Join(lines, "\n")+"\n")
	return err
}

// say makes a line: a verb, and what is said with it, where there is something to say.
func say(verb string, pairs ...string) string {
	var b strings.Builder
	b.WriteString(verb)
	for i := 0; i < len(pairs); i += 2 {
		name, value := pairs[i], pairs[i+1]
		switch {
		case value == "":
			continue
		case strings.ContainsAny(value, " \"=\\\n\t") || strings.HasPrefix(value, "`") || strings.HasPrefix(value, "'"):
			value = strconv.Quote(value)
		}
		fmt.Fprintf(&b, " %s=%s", name, value)
	}
	return b.String()
}

// line is what say has made, read again.
type line struct {
	verb string
	args map[string]string
}

func parseLine(text string) line {
	l := line{args: map[string]string{}}
	l.verb, text, _ = strings.Cut(text, " ")
	for text != "" {
		name, rest, _ := strings.Cut(text, "=")
		value, after, _ := strings.Cut(rest, " ")
		if quoted, err := strconv.QuotedPrefix(rest); err == nil {
			value, _ = strconv.Unquote(quoted)
			after = strings.TrimPrefix(rest[len(quoted):], " ")
		}
		l.args[name], text = value, after
	}
	return l
}

// tail keeps the last lines of what is written.
type tail struct{ text []byte }

const tailBytes = 4 << 10

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.text = append(t.text, b...)
	if n := len(t.text) - tailBytes; n > 0 {
		t.text = append([]byte(nil), t.text[n:]...)
	}
	return len(b), nil
}

func (t *tail) String() string { return string(bytes.TrimSpace(t.text)) }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
