package conformance

import (
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	_ "unsafe" // for go:linkname

	"github.com/informerscope/informerscope/core/sim"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// mutationDetectionEnabled is what KUBE_CACHE_MUTATION_DETECTOR=true sets as a program
// starts.
//
//go:linkname mutationDetectionEnabled k8s.io/client-go/tools/cache.mutationDetectionEnabled
var mutationDetectionEnabled bool

// detecting switches client-go's mutation detector on or off for the informers made next.
func detecting(on bool) (restore func()) {
	was := mutationDetectionEnabled
	mutationDetectionEnabled = on
	return func() { mutationDetectionEnabled = was }
}

// realDetector is client-go's mutation detector of an informer. It prints what differs and
// panics; here the panic is noted, and from then on the program counts as ended.
type realDetector struct {
	mu      sync.Mutex
	value   reflect.Value
	message string
	altered []string // names of the objects that it said were altered
	printed func() string
}

// detectorOf finds the detector of an informer; nil when detection is off.
func detectorOf(inf cache.SharedIndexInformer) *realDetector {
	if !mutationDetectionEnabled {
		return nil
	}
	d := &realDetector{value: field(reflect.ValueOf(inf).Elem(), "cacheMutationDetector").Elem().Elem()}
	field(d.value, "failureFunc").Set(reflect.ValueOf(d.fail))
	d.printed = capture()
	return d
}

var alteredLine = regexp.MustCompile(`(?m)^CACHE \S+\[(\d+)\] ALTERED!$`)

func (d *realDetector) fail(message string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.message != "" {
		return
	}
	d.message = message
	objects := field(d.value, "cachedObjs")
	for _, m := range alteredLine.FindAllStringSubmatch(d.printed(), -1) {
		i, _ := strconv.Atoi(m[1])
		name := field(objects.Index(i), "cached").Interface().(*metav1.PartialObjectMetadata).Name
		if !slices.Contains(d.altered, name) {
			d.altered = append(d.altered, name)
		}
	}
	objects.SetZero() // the program has ended
}

// view names what the program died of.
func (d *realDetector) view() (string, bool) {
	if d == nil {
		return "[]", true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if want := "cache *v1.PartialObjectMetadata modified"; d.message != "" && d.message != want {
		return fmt.Sprintf("[panic %q, want %q]", d.message, want), true
	}
	return "[" + strings.Join(d.altered, " ") + "]", true
}

// capture takes what is printed from now on; printed gives it back, once, and ends it.
func capture() (printed func() string) {
	standing := os.Stdout
	file, err := os.CreateTemp("", "printed")
	if err != nil {
		panic(err)
	}
	os.Stdout = file
	return func() string {
		os.Stdout = standing
		defer os.Remove(file.Name())
		defer file.Close()
		file.Seek(0, io.SeekStart)
		text, _ := io.ReadAll(file)
		return string(text)
	}
}

// mutate writes into the object that the lister gives.
func (r *realInformer) mutate(cmd sim.Command) error {
	o, found, err := r.GetStore().GetByKey(cmd.Object().Key())
	if err != nil || !found {
		return fmt.Errorf("%s: found %t, error %v", cmd, found, err)
	}
	o.(*metav1.PartialObjectMetadata).Labels["node"] = cmd.Node
	return nil
}

// nodes is what the stored objects say of their node.
func (r *realInformer) nodes() string {
	var out []string
	for _, o := range r.GetStore().List() {
		if m := o.(*metav1.PartialObjectMetadata); m.Labels["node"] != "" {
			out = append(out, m.Name+":"+m.Labels["node"])
		}
	}
	slices.Sort(out)
	return "{" + strings.Join(out, " ") + "}"
}
