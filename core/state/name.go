package state

import (
	"strings"

	"github.com/informerscope/informerscope/core/trace"
)

// names knows which keys print alike without their namespace. It only grows, and the
// copies of a State share it: a key keeps its short name through a whole story.
type names struct {
	met   map[trace.ID]bool
	first map[string]trace.ID // short name → the first key that has it
	alike map[string]bool     // short names of more than one key
}

func newNames() *names {
	return &names{met: map[trace.ID]bool{}, first: map[string]trace.ID{}, alike: map[string]bool{}}
}

// meet is called with every key that enters the store, the queue or the server.
func (n *names) meet(id trace.ID, text string) {
	if n.met[id] {
		return
	}
	n.met[id] = true
	short := text[strings.LastIndexByte(text, '/')+1:]
	if other, ok := n.first[short]; ok && other != id {
		n.alike[short] = true
		return
	}
	n.first[short] = id
}

// Name is the key as people read it: without its namespace unless two keys differ only in it.
func (s *State) Name(id trace.ID) string {
	text := s.Text(id)
	short := text[strings.LastIndexByte(text, '/')+1:]
	if s.names.alike[short] {
		return text
	}
	return short
}

// Find returns the key whose Name, or else whose whole text, is name. It may be one that only
// a later state of the same story has.
func (s *State) Find(name string) (id trace.ID, ok bool) {
	if id, ok = s.names.first[name]; ok && !s.names.alike[name] {
		return id, true
	}
	id, ok = s.rec.Lookup(name)
	return id, ok && s.names.met[id]
}

// forget drops the keys that live does not keep; what prints alike without them stays so
// while one of them is left.
func (n *names) forget(live *trace.Live, rec *trace.Recorder) {
	first, alike := map[string]trace.ID{}, map[string]bool{}
	for id := range n.met {
		if !live.Has(id) {
			delete(n.met, id)
			continue
		}
		text := rec.Text(id)
		short := text[strings.LastIndexByte(text, '/')+1:]
		first[short] = id
		if n.alike[short] {
			alike[short] = true
		}
	}
	n.first, n.alike = first, alike
}
