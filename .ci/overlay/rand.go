// Package rand stands in for crypto/rand in the page's program: what the browser has of chance, and not the
// generator that stretches it elsewhere. .ci/wasm-overlay says why.
package rand

import (
	"crypto/internal/sysrand"
	"io"
)

type reader struct{}

func (reader) Read(b []byte) (int, error) {
	sysrand.Read(b)
	return len(b), nil
}

var Reader io.Reader = reader{}
