package sim

import (
	"errors"
	"testing"
)

func TestPlainErrorsDoNotBeginWithAPackage(t *testing.T) {
	cause := errors.New("sim: scenarios: Add: want a key")
	if got := Plain(cause).Error(); got != "Add: want a key" {
		t.Errorf("Plain = %q, want it without the packages", got)
	}
	if !errors.Is(Plain(cause), cause) {
		t.Error("Plain lost what it wraps")
	}
	if Plain(nil) != nil {
		t.Error("Plain(nil) is an error")
	}
	if got := Plain(errors.New("simple: yes")).Error(); got != "simple: yes" {
		t.Errorf("Plain = %q, want other words left alone", got)
	}
}
