package cache

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/diff"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// MutationDetector finds out that somebody has changed an object that belongs to a store.
type MutationDetector interface {
	// AddObject watches obj for the next minutes.
	AddObject(obj interface{})
	// Run compares until stopCh is closed.
	Run(stopCh <-chan struct{})
}

// mutationDetection is whether the environment variable of client-go is set.
var mutationDetection, _ = strconv.ParseBool(os.Getenv("KUBE_CACHE_MUTATION_DETECTOR"))

// NewCacheMutationDetector returns a detector when the environment variable
// KUBE_CACHE_MUTATION_DETECTOR is true as the program starts; else one that does nothing.
//
// A detector keeps a deep copy of each object for 2 to 4 minutes and compares all of them
// every second. It prints a difference and panics in Run: for tests, not for production.
func NewCacheMutationDetector(name string) MutationDetector {
	if !mutationDetection {
		return noMutationDetector{}
	}
	klog.Background().Info("Warning: mutation detector is enabled, this will result in memory leakage.")
	return newMutationDetector(name, clock.RealClock{})
}

type noMutationDetector struct{}

func (noMutationDetector) AddObject(interface{})      {}
func (noMutationDetector) Run(stopCh <-chan struct{}) {}

const (
	mutationPeriod = time.Second
	mutationRetain = 2 * time.Minute
)

// mutationDetector keeps copies in two generations, so that it forgets without keeping a
// time for each.
type mutationDetector struct {
	name  string
	clock clock.WithTicker
	fail  func(message, changes string)

	mu         sync.Mutex
	young, old []mutationCopy
}

type mutationCopy struct{ object, copy runtime.Object }

func newMutationDetector(name string, c clock.WithTicker) *mutationDetector {
	return &mutationDetector{name: name, clock: c, fail: func(message, changes string) {
		fmt.Print(changes)
		panic(message)
	}}
}

// AddObject copies obj. What is not a runtime.Object is not watched.
func (d *mutationDetector) AddObject(obj interface{}) {
	o, ok := obj.(runtime.Object)
	if !ok {
		return
	}
	c := mutationCopy{o, o.DeepCopyObject()}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.young = append(d.young, c)
}

// Run compares every second.
func (d *mutationDetector) Run(stopCh <-chan struct{}) {
	tick := d.clock.NewTicker(mutationPeriod)
	defer tick.Stop()
	rotated := d.clock.Now()
	for {
		d.compare()
		select {
		case <-stopCh:
			return
		case <-tick.C():
		}
		if d.clock.Since(rotated) > mutationRetain {
			rotated = d.clock.Now()
			d.mu.Lock()
			d.old, d.young = d.young, nil
			d.mu.Unlock()
		}
	}
}

func (d *mutationDetector) compare() {
	d.mu.Lock()
	all := append(append([]mutationCopy{}, d.old...), d.young...)
	d.mu.Unlock()
	changes := ""
	for i, c := range all {
		if !reflect.DeepEqual(c.object, c.copy) {
			changes += fmt.Sprintf("CACHE %s[%d] ALTERED!\n%v\n", d.name, i, diff.ObjectGoPrintSideBySide(c.object, c.copy))
		}
	}
	if changes != "" {
		d.fail(fmt.Sprintf("cache %s modified", d.name), changes)
	}
}
