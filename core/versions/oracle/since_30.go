//go:build !before30

package oracle

import "k8s.io/client-go/features"

// gates are client-go's own, but for one.
type gates struct {
	features.Gates
	stream bool
}

func (g gates) Enabled(f features.Feature) bool {
	if f == features.WatchListClient {
		return g.stream
	}
	return g.Gates.Enabled(f)
}

func gated(stream bool) (restore func()) {
	standing := features.FeatureGates()
	features.ReplaceFeatureGates(gates{standing, stream})
	return func() { features.ReplaceFeatureGates(standing) }
}

// streamsByItself says whether informers ask for their first list as a stream without being told.
func streamsByItself() bool { return features.FeatureGates().Enabled(features.WatchListClient) }
