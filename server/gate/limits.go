package gate

import (
	"strconv"
	"time"
)

// Limit is one that no client can move, told to those who run the server.
type Limit struct {
	Of, Most string
}

// Limits are those limits.
func Limits() []Limit {
	kib := func(n int) string { return strconv.Itoa(n>>10) + " KiB" }
	s := func(d time.Duration) string { return strconv.Itoa(int(d.Seconds())) + " s" }
	return []Limit{
		{"watches open at once", strconv.Itoa(maxStreams)},
		{"lists made at once", strconv.Itoa(maxLists)},
		{"how long a list waits for its turn", s(listPatience)},
		{"the request line", kib(maxURI)},
		{"the headers of a request", kib(maxHeaders)},
		{"one query parameter", kib(maxValue)},
		{"how long a client takes over an answer", s(answerPatience)},
		{"how long the client of a watch takes nothing", s(writePatience)},
	}
}
