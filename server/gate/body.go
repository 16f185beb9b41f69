package gate

import (
	"bytes"
	"compress/gzip"
	"sync"
	"time"
)

// gzipFrom is the size from which an answer is worth compressing.
const gzipFrom = 16 << 10

// Body is an answer that many clients may get: its JSON, packed when the first asks for that. Make one with
// NewBody; its methods may be called concurrently.
type Body struct {
	plain  []byte
	heard  time.Time
	once   sync.Once
	packed []byte
}

// NewBody returns a Body of compact JSON, which is the Body's from now on. heard is when the cluster last
// said that this is so.
func NewBody(json []byte, heard time.Time) *Body { return &Body{plain: json, heard: heard} }

// JSON is the answer.
func (b *Body) JSON() []byte { return b.plain }

// gzip is the answer packed; nil where that is not worth it.
func (b *Body) gzip() []byte {
	if len(b.plain) < gzipFrom {
		return nil
	}
	b.once.Do(func() {
		var packed bytes.Buffer
		z, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
		if err != nil {
			panic("gate: BestSpeed is a level: " + err.Error())
		}
		_, _ = z.Write(b.plain) // into memory
		_ = z.Close()
		b.packed = packed.Bytes()
	})
	return b.packed
}
