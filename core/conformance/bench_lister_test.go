//go:build bench

package conformance

import (
	"fmt"

	ours "github.com/informerscope/informerscope/core/cache"
	apilabels "k8s.io/apimachinery/pkg/labels"
	theirs "k8s.io/client-go/tools/cache"
)

// What a ReplicaSet controller asks for at each pass: those pods of a namespace that have a label, here 60 of 6000.
func init() {
	benchRows = append(benchRows, benchRow{work: "lister: 60 of a namespace's 6000 whole pods, by a label", bar: 6, runs: 10,
		theirs: func() (func(), int) {
			s := theirs.NewIndexer(theirs.MetaNamespaceKeyFunc, theirs.Indexers{theirs.NamespaceIndex: theirs.MetaNamespaceIndexFunc})
			return ofALabel(s, func(l apilabels.Selector, f func(any)) error { return theirs.ListAllByNamespace(s, "default", l, f) })
		},
		ours: func() (func(), int) {
			s := ours.NewIndexer(ours.MetaNamespaceKeyFunc, ours.Indexers{ours.NamespaceIndex: ours.MetaNamespaceIndexFunc})
			return ofALabel(s, func(l apilabels.Selector, f func(any)) error { return ours.ListAllByNamespace(s, "default", l, f) })
		}})
}

func ofALabel(s interface{ Add(any) error }, list func(apilabels.Selector, func(any)) error) (func(), int) {
	const apps, each = 100, 60
	for _, i := range noOrder(apps * each) { // no order of memory either
		p := wholePod(i)
		p.Namespace, p.Labels = "default", map[string]string{"app": fmt.Sprintf("web-%03d", i%apps), "pod-template-hash": "5d4f8c"}
		_ = s.Add(&p)
	}
	return func() {
		for i := range apps {
			n := 0
			err := list(apilabels.SelectorFromSet(apilabels.Set{"app": fmt.Sprintf("web-%03d", i)}), func(any) { n++ })
			if err != nil || n != each {
				panic(fmt.Sprint(n, " pods: ", err))
			}
		}
	}, apps
}
