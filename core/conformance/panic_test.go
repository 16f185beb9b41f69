package conformance

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/workqueue"
)

// dies is the environment variable by which the test below starts a program that panics.
const dies = "INFORMERSCOPE_WORKER_PANICS"

// A worker that panics, run by wait.Until as controllers do, ends its program, and not before its
// deferred calls have run: that is what apimachinery does when nobody has changed ReallyCrash.
func TestAPanicOfAWorkerEndsAProgramOfClientGos(t *testing.T) {
	if os.Getenv(dies) != "" {
		q := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
		q.Add("a")
		go wait.UntilWithContext(context.Background(), func(context.Context) {
			key, _ := q.Get()
			defer os.Stderr.WriteString("deferred\n")
			defer q.Done(key)
			panic("over " + key)
		}, time.Second)
		time.Sleep(time.Minute)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), dies+"=1")
	said, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 {
		t.Fatalf("the program ended with %v, want exit status 2:\n%s", err, said)
	}
	at := 0
	for _, want := range []string{"deferred\n", "Observed a panic", "panic: over a"} {
		i := strings.Index(string(said)[at:], want)
		if i < 0 {
			t.Fatalf("the program did not say %q after what came before it:\n%s", want, said)
		}
		at += i
	}
}

// With ReallyCrash false the worker goes on after the period of wait.Until. Its key stays in
// processing, unless Done is deferred; the limiter has heard nothing. Ours does the same.
func TestAPanicThatIsCaughtLeavesTheKeyAsOurs(t *testing.T) {
	quietErrors(t)
	quietPanics(t)
	for _, how := range []string{"caught", "deferred"} {
		w, err := sim.New(sim.Config{})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"Add a", "W1 Get", "Add a", "W1 panic " + how} {
			c, err := sim.ParseCommand(text)
			if err == nil {
				err = w.Do(c)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		get, _ := sim.ParseCommand("W1 Get")
		w.Advance(time.Second - 1)
		early := w.Do(get) == nil
		w.Advance(1)
		if err := w.Do(get); err != nil || early {
			t.Fatalf("%s: ours takes a key early: %v, after a second: %v", how, early, err)
		}
		synctest.Test(t, func(t *testing.T) {
			limiter := workqueue.DefaultTypedControllerRateLimiter[string]()
			q := workqueue.NewTypedRateLimitingQueue(limiter)
			q.Add("a")
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			runs, start := []time.Duration{}, time.Now()
			go wait.UntilWithContext(ctx, func(context.Context) {
				if runs = append(runs, time.Since(start)); len(runs) > 1 {
					stop()
					return
				}
				key, _ := q.Get()
				q.Add(key)
				if how == "deferred" {
					defer q.Done(key)
				}
				panic("over " + key)
			}, time.Second)
			time.Sleep(time.Minute)
			synctest.Wait()
			if len(runs) != 2 || runs[1] != time.Second {
				t.Errorf("%s: the worker ran at %v, want at 0 and 1s", how, runs)
			}
			theirs := "blocked"
			if q.Len() == 1 {
				theirs, _ = q.Get()
			}
			if ours := w.Result(); ours != theirs || limiter.NumRequeues("a") != 0 {
				t.Errorf("%s: the next Get gives %s, ours %s; failures %d", how, theirs, ours, limiter.NumRequeues("a"))
			}
			q.ShutDown()
		})
	}
}

// The sources say that HandleCrash is what a panic meets, and that it panics again.
func TestHandleCrashPanicsAgain(t *testing.T) {
	standing := utilruntime.PanicHandlers
	utilruntime.PanicHandlers = nil
	defer func() { utilruntime.PanicHandlers = standing }()
	again := func() (by any) {
		defer func() { by = recover() }()
		defer utilruntime.HandleCrash()
		panic("first")
	}()
	if !utilruntime.ReallyCrash || again != "first" {
		t.Errorf("ReallyCrash is %v, and after HandleCrash the panic is %v; want true, and the same panic", utilruntime.ReallyCrash, again)
	}
}
