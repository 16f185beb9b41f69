package scene

import (
	"strconv"
	"testing"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
)

// What was written longer ago than the log of the API server reaches is known all the same.
func TestAnOldWriteIsNotForgotten(t *testing.T) {
	rec := trace.New(0)
	server := rec.AddPart("server", "server")
	for i := range int64(2 * state.MaxLog) {
		key := rec.Intern("p" + strconv.FormatInt(i, 10))
		val := rec.AddObject(trace.Object{RV: strconv.FormatInt(i+10, 10)})
		e := server.Emit(trace.ServerPut, key)
		e.Val, e.A = val, i+10
	}
	s := state.New(rec)
	for _, e := range rec.Since(1) {
		s.Apply(e)
	}
	said := func(key string, args ...string) string { return key }
	for key, rv := range map[string]int64{"p0": 10, "p1": 11, "p127": 137} {
		id, _ := rec.Lookup(key)
		if h := Holders(s, id, said)[0]; h.RV != rv || h.Note != "" {
			t.Errorf("the API server has %s@%d %q, want @%d", key, h.RV, h.Note, rv)
		}
	}
}
