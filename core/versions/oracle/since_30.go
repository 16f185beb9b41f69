//go:build !before30

package oracle

import (
	"fmt"

	"k8s.io/client-go/features"
)

// gates are client-go's own, but for some.
type gates struct {
	features.Gates
	set map[string]bool
}

func (g gates) Enabled(f features.Feature) bool {
	if on, ok := g.set[string(f)]; ok {
		return on
	}
	return g.Gates.Enabled(f)
}

// gated sets feature gates. One that this client-go does not have can only be off.
func gated(set map[string]bool) (restore func(), err error) {
	standing := features.FeatureGates()
	for name, on := range set {
		if on && !has(standing, name) {
			return nil, fmt.Errorf("this client-go has no feature gate %s", name)
		}
	}
	features.ReplaceFeatureGates(gates{standing, set})
	return func() { features.ReplaceFeatureGates(standing) }, nil
}

// has reports whether client-go knows a gate: it panics over one that it does not know.
func has(g features.Gates, name string) (known bool) {
	defer func() { known = recover() == nil }()
	g.Enabled(features.Feature(name))
	return true
}

func enabled(gate features.Feature) bool { return features.FeatureGates().Enabled(gate) }
