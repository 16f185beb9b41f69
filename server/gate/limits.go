package gate

import (
	"strconv"
	"time"

	"github.com/informerscope/informerscope/server/room"
)

// Limit is one that no client can move, told to those who run the server.
type Limit struct {
	Of, Most string
}

// Limits are those limits.
func Limits() []Limit {
	n := strconv.Itoa
	kib := func(n int) string { return strconv.Itoa(n>>10) + " KiB" }
	s := func(d time.Duration) string { return strconv.Itoa(int(d.Seconds())) + " s" }
	return []Limit{
		{"watches, and pages of a class, open at once", strconv.Itoa(maxStreams)},
		{"lists made at once", strconv.Itoa(maxLists)},
		{"how long a list waits for its turn", s(listPatience)},
		{"the request line", kib(maxURI)},
		{"the headers of a request", kib(maxHeaders)},
		{"one query parameter", kib(maxValue)},
		{"how long a client takes over an answer", s(answerPatience)},
		{"how long the client of a watch takes nothing", s(writePatience)},
		{"followers of a class", n(room.MaxFollowers)},
		{"one message of a class", kib(room.MaxFrame)},
		{"messages of a follower, and of the presenter, a second", n(room.FollowerPace) + ", " + n(room.PresenterPace)},
		{"who joins a class from one address, a minute", n(room.JoinsPerMinute)},
		{"wrong codes from one address, and from all, a minute", n(room.WrongPerMinute) + ", " + n(room.WrongInAll)},
	}
}
