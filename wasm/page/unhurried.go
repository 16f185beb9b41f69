package page

import (
	"io"
	"time"
)

// breath is how long a file is read at a stretch: longer, and the page would stand still.
const breath = 16 * time.Millisecond

// unhurried reads a text and calls pause between two reads when it read for that long.
type unhurried struct {
	text  string
	at    int
	every time.Duration
	last  time.Time
	pause func(percent int)
}

// Read implements io.Reader.
func (u *unhurried) Read(b []byte) (n int, err error) {
	if u.at == len(u.text) {
		return 0, io.EOF
	}
	if now := time.Now(); u.last.IsZero() {
		u.last = now
	} else if now.Sub(u.last) >= u.every {
		u.pause(100 * u.at / len(u.text))
		u.last = time.Now()
	}
	n = copy(b, u.text[u.at:])
	u.at += n
	return n, nil
}
