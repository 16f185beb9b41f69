//go:build before30

package oracle

import "fmt"

// gated does nothing: there are no feature gates yet, so that none can be on. Of streams a variable is asked.
func gated(set map[string]bool) (restore func(), err error) {
	for name, on := range set {
		if on && name != streamGate {
			return nil, fmt.Errorf("this client-go has no feature gates, and %s=true is asked for", name)
		}
	}
	return func() {}, nil
}

// enabled is what a gate says by itself.
func enabled(string) bool { return false }
