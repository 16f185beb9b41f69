package page

import (
	"github.com/informerscope/informerscope/wasm/feed"
	"github.com/informerscope/informerscope/wasm/player"
)

// calls are the lists and watches under way: what ends them, by run and number. Those that have
// ended by themselves are not in it.
type calls map[call]func()

type call struct {
	run int
	gen uint32
}

// carry carries a question of live mode to the server, or takes questions back; what comes of it
// is said.
func (c *calls) carry(e player.Effect, server feed.Transport, say func(player.Msg)) {
	if *c == nil {
		*c = calls{}
	}
	under := *c
	switch e := e.(type) {
	case player.Get:
		id := call{e.Run, e.Gen}
		cancel := server.Get(e.URL, func(code int, body []byte, reason string) {
			delete(under, id)
			say(player.Got{Run: e.Run, Gen: e.Gen, What: e.What, Code: code, Body: body, Reason: reason})
		})
		if e.Gen != 0 {
			under[id] = cancel
		}
	case player.Watch:
		id := call{e.Run, e.Gen}
		watch := server.Watch
		if e.Chunked {
			watch = server.Stream
		}
		under[id] = watch(e.URL,
			func() { say(player.WatchOpened{Run: e.Run, Gen: e.Gen}) },
			func(frame []byte) { say(player.WatchFrame{Run: e.Run, Gen: e.Gen, Frame: frame}) },
			func(reason string) {
				delete(under, id)
				say(player.WatchClosed{Run: e.Run, Gen: e.Gen, Reason: reason})
			})
	case player.Cancel:
		for id, cancel := range under {
			if id.run == e.Run && (e.Gen == 0 || id.gen == e.Gen) {
				delete(under, id)
				cancel()
			}
		}
	}
}

// attend opens a conversation with the class, and returns how something is said in it.
func (c *calls) attend(e player.Attend, server feed.Transport, say func(player.Msg)) (send func(string)) {
	if *c == nil {
		*c = calls{}
	}
	under, id := *c, call{run: e.Run}
	send, under[id] = server.Talk(e.URL,
		func() { say(player.ClassOpened{Run: e.Run}) },
		func(frame []byte) { say(player.ClassFrame{Run: e.Run, Frame: frame}) },
		func(reason string) {
			delete(under, id)
			say(player.ClassClosed{Run: e.Run, Reason: reason})
		})
	return send
}
