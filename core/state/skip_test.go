package state_test

import (
	"testing"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// Writes to other resources take the API server on; what is stored stays as it is.
func TestASkipMovesTheServersVersionOnly(t *testing.T) {
	rec := trace.New(0)
	tap := rec.AddPart("server", "server")
	s := state.New(rec)
	tap.Numbers(trace.ServerDel, rec.Intern("default/p1"), 53, 5)
	tap.Numbers(trace.ServerSkip, 0, 60, 0)
	for _, e := range rec.Since(1) {
		s.Apply(e)
	}
	if s.Server.RV != 60 || len(s.Server.Log) != 1 {
		t.Errorf("after a delete at 53 and a skip to 60 the server is at %d with %d writes, want 60 and 1", s.Server.RV, len(s.Server.Log))
	}
}
