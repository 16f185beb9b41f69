package machine

import "github.com/informerscope/informerscope/core/trace"

// Meta reads what the machines need to know of an object. The functions are pure.
type Meta[O any] struct {
	// Key returns the object's key, "namespace/name" or "name".
	Key func(O) (string, error)
	// RV returns the object's resourceVersion. A nil RV means that objects have none:
	// then no update counts as a resync.
	RV func(O) string
	// UID returns the object's UID; it may be nil.
	UID func(O) string
	// Ref returns the object's number in the recorder's object table, the same for the same
	// object. It is called only while a recorder listens; a nil Ref leaves the number out.
	Ref func(*trace.Recorder, O) trace.ID
}

// ref returns the object's number for an event of tap; 0 when nobody listens.
func (m *Meta[O]) ref(tap trace.Tap, o O) trace.ID {
	if !tap.On() || m.Ref == nil {
		return 0
	}
	return m.Ref(tap.Recorder(), o)
}

// rv returns the object's resourceVersion; "" when objects have none.
func (m *Meta[O]) rv(o O) string {
	if m.RV == nil {
		return ""
	}
	return m.RV(o)
}

// same reports whether both objects carry the same resourceVersion, which makes an update
// a resync. Source: client-go tools/cache, shared_informer.go OnUpdate (v0.37).
func (m *Meta[O]) same(a, b O) bool {
	return m.RV != nil && m.RV(a) == m.RV(b)
}
