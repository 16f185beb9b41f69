//go:build before30

package oracle

// gated does nothing: there are no feature gates yet.
func gated(bool) (restore func()) { return func() {} }

// streamsByItself says whether informers ask for their first list as a stream without being told.
func streamsByItself() bool { return false }
