package page

import (
	"testing"

	"github.com/informerscope/informerscope/wasm/player"
)

// wire is a server that answers when a test wants it to.
type wire struct {
	got       func(int, []byte, string)
	closed    func(string)
	cancelled int
	streams   int
}

func (w *wire) Get(_ string, done func(int, []byte, string)) func() {
	w.got = done
	return func() { w.cancelled++ }
}

func (w *wire) Watch(_ string, _ func(), _ func([]byte), closed func(string)) func() {
	w.closed = closed
	return func() { w.cancelled++ }
}

func (w *wire) Talk(path string, opened func(), event func([]byte), closed func(string)) (func(string), func()) {
	return func(string) {}, w.Watch(path, opened, event, closed)
}

func (w *wire) Stream(path string, opened func(), event func([]byte), closed func(string)) func() {
	w.streams++
	return w.Watch(path, opened, event, closed)
}

// A watch goes by the way that gets through.
func TestAWatchGoesByItsWay(t *testing.T) {
	var c calls
	w := &wire{}
	for gen, chunked := range []bool{false, true} {
		c.carry(player.Watch{Run: 1, Gen: uint32(gen) + 1, Chunked: chunked}, w, func(player.Msg) {})
		if want := gen; w.streams != want {
			t.Errorf("chunked %v: %d streams were opened, want %d", chunked, w.streams, want)
		}
	}
}

// A list or a watch that has ended leaves nothing behind, however it ended.
func TestWhatHasEndedIsNotUnderWay(t *testing.T) {
	var c calls
	w := &wire{}
	said := 0
	carry := func(e player.Effect) { c.carry(e, w, func(player.Msg) { said++ }) }
	for gen := range uint32(100) {
		carry(player.Get{Run: 1, Gen: gen + 1, What: "list"})
		w.got(200, nil, "")
		carry(player.Watch{Run: 1, Gen: gen + 1})
		w.closed("closed")
	}
	if len(c) != 0 || said != 200 || w.cancelled != 0 {
		t.Errorf("after 100 lists and 100 watches that ended: %d under way, %d answers, %d cancelled; want 0, 200, 0", len(c), said, w.cancelled)
	}
	carry(player.Watch{Run: 1, Gen: 7})
	carry(player.Watch{Run: 1, Gen: 8})
	carry(player.Watch{Run: 2, Gen: 7})
	if carry(player.Cancel{Run: 1, Gen: 7}); len(c) != 2 || w.cancelled != 1 {
		t.Errorf("one of three watches taken back: %d under way, %d cancelled; want 2, 1", len(c), w.cancelled)
	}
	if carry(player.Cancel{Run: 1}); len(c) != 1 || w.cancelled != 2 {
		t.Errorf("those of a run taken back: %d under way, %d cancelled; want 1, 2", len(c), w.cancelled)
	}
}
