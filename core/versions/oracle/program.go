package oracle

import (
	"flag"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"sync"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
)

// program is what a panic ends. Here it goes on, since others want to run; what it does from then on
// does not count.
type program struct {
	mu  sync.Mutex
	by  any
	key string // what the handler was called with
}

// end ends the program, unless it has ended.
func (p *program) end(by any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.by == nil {
		p.by = by
	}
}

func (p *program) ended() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.by != nil
}

// view is what the program died of.
func (p *program) view() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.by == nil {
		return "[]"
	}
	if w, ok := p.by.(workerPanic); ok {
		return "[" + w.key + "]"
	}
	text := fmt.Sprint(p.by)
	if _, failed, ok := strings.Cut(text, `unable to calculate an index entry for key "`); ok {
		key, _, _ := strings.Cut(failed, `"`)
		return "[" + key[strings.LastIndexByte(key, '/')+1:] + "]"
	}
	if strings.HasPrefix(text, "interface conversion: interface {} is cache.DeletedFinalStateUnknown, not *v1.") {
		return "[" + p.key + "]"
	}
	return fmt.Sprintf("[panic %q]", text)
}

// running is the program of the session: client-go's panic handlers are global.
var running *program

// inBubble prepares what client-go keeps for the whole process: panics are noted and do not end it,
// nobody is slowed down by an error that was logged at a time outside of the bubble, and what a select
// waits for was made inside.
func inBubble() (restore func()) {
	if !utilruntime.ReallyCrash {
		panic("client-go does not end a program that panics any more")
	}
	crash, handlers, errors := utilruntime.ReallyCrash, utilruntime.PanicHandlers, utilruntime.ErrorHandlers
	utilruntime.ReallyCrash, utilruntime.ErrorHandlers = false, nil
	// Its signature has changed; the last argument is what was panicked with.
	list := reflect.ValueOf(&utilruntime.PanicHandlers).Elem()
	note := reflect.MakeFunc(list.Type().Elem(), func(args []reflect.Value) []reflect.Value {
		by := args[len(args)-1].Interface()
		if w, worker := by.(workerPanic); running != nil && (!worker || w.how == "uncaught") {
			running.end(by)
		}
		return nil
	})
	list.Set(reflect.Append(reflect.Zero(list.Type()), note))
	bubbleChannels()
	return func() {
		running = nil
		utilruntime.ReallyCrash, utilruntime.PanicHandlers, utilruntime.ErrorHandlers = crash, handlers, errors
	}
}

// streamGate is the feature gate by which informers ask for their first list as a stream; reflectors of
// v0.30 do not read it yet, but the variable that was there before.
const (
	streamGate     = "WatchListClient"
	streamVariable = "ENABLE_CLIENT_GO_WATCH_LIST_ALPHA"
)

// engine sets what the informers and FIFOs made next go by, as a session says it: gates="Name=true Name=false",
// and start=stream. What is not said is as client-go has it by itself, but for streams.
func (l line) engine() (restore func(), err error) {
	stream := l.args["start"] == "stream"
	set := map[string]bool{streamGate: stream}
	for _, word := range l.words("gates") {
		name, on, _ := strings.Cut(word, "=")
		set[name] = on == "true"
	}
	ungated, err := gated(set)
	if err != nil {
		return func() {}, err
	}
	os.Unsetenv(streamVariable)
	if stream {
		os.Setenv(streamVariable, "true")
	}
	return func() {
		os.Unsetenv(streamVariable)
		ungated()
	}, nil
}

// quiet keeps what client-go logs, which is not what is asked, out of the conversation.
func quiet() (restore func()) {
	set := flag.NewFlagSet("klog", flag.PanicOnError)
	klog.InitFlags(set)
	were := map[string]string{}
	for name, value := range map[string]string{"logtostderr": "false", "stderrthreshold": "FATAL"} {
		were[name] = set.Lookup(name).Value.String()
		if err := set.Set(name, value); err != nil {
			panic(err)
		}
	}
	klog.SetOutput(io.Discard)
	return func() {
		for name, value := range were {
			if err := set.Set(name, value); err != nil {
				panic(err)
			}
		}
	}
}
