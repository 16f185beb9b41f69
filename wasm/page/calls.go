package page

import (
	"github.com/informerscope/informerscope/wasm/player"
)

// calls are the lists and watches under way: what ends them, by run and number. Those that have
// ended by themselves are not in it.
type calls map[call]func()

type call struct {
	run int
	gen uint32
}

// call carries a question of live mode to the server, or takes questions back.
func (p *Page) call(e player.Effect) {
	if p.calls == nil {
		p.calls = calls{}
	}
	switch e := e.(type) {
	case player.Get:
		id := call{e.Run, e.Gen}
		cancel := p.host.Transport.Get(e.URL, func(code int, body []byte, reason string) {
			delete(p.calls, id)
			p.say(player.Got{Run: e.Run, Gen: e.Gen, What: e.What, Code: code, Body: body, Reason: reason})
		})
		if e.Gen != 0 {
			p.calls[id] = cancel
		}
	case player.Watch:
		id := call{e.Run, e.Gen}
		p.calls[id] = p.host.Transport.Watch(e.URL,
			func() { p.say(player.WatchOpened{Run: e.Run, Gen: e.Gen}) },
			func(frame []byte) { p.say(player.WatchFrame{Run: e.Run, Gen: e.Gen, Frame: frame}) },
			func(reason string) {
				delete(p.calls, id)
				p.say(player.WatchClosed{Run: e.Run, Gen: e.Gen, Reason: reason})
			})
	case player.Cancel:
		for id, cancel := range p.calls {
			if id.run == e.Run && (e.Gen == 0 || id.gen == e.Gen) {
				delete(p.calls, id)
				cancel()
			}
		}
	}
}
