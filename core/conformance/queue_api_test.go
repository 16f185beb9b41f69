package conformance

//lint:file-ignore SA1019 the deprecated names are what is compared

import (
	"go/types"
	"strings"
	"testing"

	ours "github.com/informerscope/informerscope/core/workqueue"
	"golang.org/x/time/rate"
	theirs "k8s.io/client-go/util/workqueue"
)

// queueMore names what ours exports beyond client-go's, with the reason.
var queueMore = map[string]string{
	"Trace":                              "what happens in a queue, for a picture; nil is nobody",
	"NewTrace":                           "as Trace",
	"KeyerOf":                            "the Trace of a queue of core/priorityqueue",
	"Ask":                                "a limiter of a queue of core/priorityqueue, by its clock",
	"Provider":                           "of a queue of core/priorityqueue",
	"TypedQueueConfig.Trace":             "as Trace",
	"TypedDelayingQueueConfig.Trace":     "as Trace",
	"TypedRateLimitingQueueConfig.Trace": "as Trace",
}

// TestWorkqueueHasTheAPIOfClientGos compares all that util/workqueue exports with
// core/workqueue: aliases, kinds, signatures, fields and method sets, as the compiler sees
// them. There is no gap.
func TestWorkqueueHasTheAPIOfClientGos(t *testing.T) {
	const theirPath, ourPath = "k8s.io/client-go/util/workqueue", "github.com/informerscope/informerscope/core/workqueue"
	theirs, ours := loadTypes(t, theirPath, ourPath)
	d := apiDiff{ours: ours, rename: strings.NewReplacer(theirPath+".", "workqueue.", ourPath+".", "workqueue.")}
	for _, name := range theirs.Scope().Names() {
		a, b := theirs.Scope().Lookup(name), ours.Scope().Lookup(name)
		if !a.Exported() {
			continue
		}
		d.seen++
		if b == nil || !b.Exported() {
			t.Errorf("%s is missing", d.rename.Replace(a.String()))
			continue
		}
		if alias, ok := a.(*types.TypeName); ok && alias.IsAlias() { // of an instance of a typed one
			x, y := d.text(types.Unalias(a.Type())), d.text(types.Unalias(b.Type()))
			if other, ok := b.(*types.TypeName); !ok || !other.IsAlias() || x != y {
				t.Errorf("%s: client-go an alias of %s, ours %v", name, x, b)
			}
			continue
		}
		d.object(name, a, b)
	}
	for _, text := range d.differ {
		member, ours := strings.CutSuffix(text, ": ours only, not in apiMore")
		if ours && queueMore[member] != "" {
			t.Logf("more: %s: %s", member, queueMore[member])
			continue
		}
		t.Error(text)
	}
	for _, name := range ours.Scope().Names() {
		if !ours.Scope().Lookup(name).Exported() || theirs.Scope().Lookup(name) != nil {
			continue
		}
		if queueMore[name] == "" {
			t.Errorf("%s: ours only, not in queueMore", name)
		}
		t.Logf("more: %s: %s", name, queueMore[name])
	}
	t.Logf("%d names of client-go's, all there", d.seen)
	if d.seen < 60 {
		t.Errorf("only %d names of client-go's were found: the comparison is broken", d.seen)
	}
}

// What one side makes the other takes where types are interfaces: a program may change over
// a piece at a time. Lines that stand for both sides differ in the import only.
var (
	_ theirs.TypedInterface[string]             = ours.NewTyped[string]()
	_ theirs.TypedDelayingInterface[string]     = ours.TypedDelayingInterface[string](nil)
	_ theirs.TypedRateLimitingInterface[string] = ours.TypedRateLimitingInterface[string](nil)
	_ theirs.TypedRateLimiter[string]           = ours.TypedRateLimiter[string](nil)
	_ theirs.Queue[string]                      = ours.Queue[string](nil)
	_ theirs.Interface                          = ours.New()
	_ theirs.DelayingInterface                  = ours.DelayingInterface(nil)
	_ theirs.RateLimitingInterface              = ours.RateLimitingInterface(nil)
	_ theirs.RateLimiter                        = ours.RateLimiter(nil)
	_ theirs.GaugeMetric                        = ours.GaugeMetric(nil)
	_ theirs.SummaryMetric                      = ours.HistogramMetric(nil)

	_ ours.TypedInterface[string]             = theirs.NewTyped[string]()
	_ ours.TypedRateLimitingInterface[string] = theirs.TypedRateLimitingInterface[string](nil)
	_ ours.TypedRateLimiter[string]           = theirs.TypedRateLimiter[string](nil)

	// Within one side: aliases are equal to, defined types assignable from the typed ones.
	_ *ours.Type                                        = (*ours.Typed[any])(nil)
	_ ours.QueueConfig                                  = ours.TypedQueueConfig[any]{}
	_ ours.DelayingQueueConfig                          = ours.TypedDelayingQueueConfig[any]{}
	_ ours.RateLimitingQueueConfig                      = ours.TypedRateLimitingQueueConfig[any]{}
	_ ours.Interface                                    = ours.TypedInterface[any](nil)
	_ ours.TypedInterface[any]                          = ours.Interface(nil)
	_ ours.TypedRateLimiter[any]                        = ours.RateLimiter(nil)
	_ ours.RateLimiter                                  = &ours.BucketRateLimiter{Limiter: rate.NewLimiter(1, 1)}
	_ ours.RateLimiter                                  = &ours.ItemExponentialFailureRateLimiter{}
	_ ours.RateLimiter                                  = &ours.ItemFastSlowRateLimiter{}
	_ ours.RateLimiter                                  = &ours.MaxOfRateLimiter{}
	_ ours.RateLimiter                                  = ours.WithMaxWaitRateLimiter{}
	_ func(ours.RateLimiter) ours.RateLimitingInterface = ours.NewRateLimitingQueue
)
