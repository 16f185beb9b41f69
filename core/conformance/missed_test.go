package conformance

import (
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/machine"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/features"
	"k8s.io/client-go/tools/cache"
)

// What a lesson says of deletes that nobody saw: a DeltaFIFO puts them behind the list, a RealFIFO before
// it, and among themselves they have no order, since the store that is looked through is a map.
func TestMissedDeletesStandOnOneSideOfTheListInNoOrder(t *testing.T) {
	standing := features.FeatureGates()
	defer features.ReplaceFeatureGates(standing)
	for engine, behind := range map[string]bool{"classic": true, "ordered": false} {
		features.ReplaceFeatureGates(gatesOf(*machine.EngineNamed(engine), false))
		orders := map[string]bool{}
		for range 200 {
			store := cache.NewStore(cache.DeletionHandlingMetaNamespaceKeyFunc)
			for _, name := range []string{"p1", "p2", "p3", "p4", "p5"} {
				if err := store.Add(&metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: name}}); err != nil {
					t.Fatal(err)
				}
			}
			var fifo cache.Queue = cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{KnownObjects: store})
			if behind {
				fifo = cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KnownObjects: store, EmitDeltaTypeReplaced: true})
			}
			kept := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Name: "p1"}}
			if err := fifo.Replace([]any{kept}, "60"); err != nil {
				t.Fatal(err)
			}
			var told []string
			for range 5 {
				if _, err := fifo.Pop(func(o any, _ bool) error {
					for _, d := range o.(cache.Deltas) {
						key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(d.Object)
						if _, missed := d.Object.(cache.DeletedFinalStateUnknown); err != nil || missed == (key == "p1") {
							t.Errorf("%s: %s comes as %T, %v", engine, key, d.Object, err)
						}
						told = append(told, key)
					}
					return nil
				}); err != nil {
					t.Fatal(err)
				}
			}
			if at := slices.Index(told, "p1"); at != map[bool]int{true: 0, false: 4}[behind] {
				t.Fatalf("%s hands out %v", engine, told)
			}
			orders[strings.Join(told, " ")] = true
		}
		if len(orders) < 2 {
			t.Errorf("%s: 200 lists, and always %v: the lesson says that no order is promised", engine, orders)
		}
	}
}
