package informers_test

import (
	"os"
	"testing"

	"github.com/informerscope/informerscope/core/leak"
)

// No test of this package leaves a goroutine behind.
func TestMain(m *testing.M) { os.Exit(leak.Check(m)) }
