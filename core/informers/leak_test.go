package informers_test

import (
	"testing"

	"go.uber.org/goleak"
)

// No test of this package leaves a goroutine behind, but for connections to a real API server,
// which client-go keeps for as long as the process lives.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"),
		goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"),
		goleak.IgnoreAnyFunction("golang.org/x/net/http2.(*ClientConn).readLoop"))
}
