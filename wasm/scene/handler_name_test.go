package scene

import "testing"

// A handler called x52 is not read as 52 times.
func TestANameIsNoCount(t *testing.T) {
	for name, want := range map[string]string{"x52": "“x52”", "×3": "“×3”", "h1": "h1", "x": "x", "xy5": "xy5", "fast": "fast"} {
		if got := handlerName(name); got != want {
			t.Errorf("handlerName(%q) = %q, want %q", name, got, want)
		}
	}
}
