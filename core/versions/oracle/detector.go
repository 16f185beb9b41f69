package oracle

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

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// mutationDetectionEnabled is what KUBE_CACHE_MUTATION_DETECTOR=true sets as a program starts.
//
//go:linkname mutationDetectionEnabled k8s.io/client-go/tools/cache.mutationDetectionEnabled
var mutationDetectionEnabled bool

// detector is client-go's mutation detector of an informer. It prints what differs and panics; here the
// panic is noted, and from then on the program counts as ended.
type detector struct {
	mu      sync.Mutex
	value   reflect.Value
	message string
	altered []string // names of the objects that it said were altered
	printed func() string
}

// detectorOf finds the detector of an informer; nil when detection is off.
func detectorOf(inf cache.SharedIndexInformer) *detector {
	if !mutationDetectionEnabled {
		return nil
	}
	d := &detector{value: field(reflect.ValueOf(inf).Elem(), "cacheMutationDetector").Elem().Elem()}
	field(d.value, "failureFunc").Set(reflect.ValueOf(d.fail))
	d.printed = capture()
	return d
}

var alteredLine = regexp.MustCompile(`(?m)^CACHE \S+\[(\d+)\] ALTERED!$`)

func (d *detector) fail(message string) {
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
func (d *detector) view() string {
	if d == nil {
		return "[]"
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if want := "cache *v1.PartialObjectMetadata modified"; d.message != "" && d.message != want {
		return fmt.Sprintf("[panic %q, want %q]", d.message, want)
	}
	return "[" + strings.Join(d.altered, " ") + "]"
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
