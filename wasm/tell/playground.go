package tell

import (
	"errors"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/wasm/model"
)

// Far says that nothing happens for a long wait, until an actor does something whom no call has put
// off, unless the reader does something in s, which it names.
func Far(s *state.State, next sim.Actor, wait time.Duration) Saying {
	until := Message("play.until", "actor", next.Name)
	if next.What == "closed" {
		until = Message("play.until.closed")
	}
	say := func(key string, args ...any) Saying {
		return Message(key, append(args, "t", Wait(wait), "what", until)...)
	}
	if s.Server.Link == "partition" {
		return say("play.far.cut")
	}
	with := func(key string, w state.Worker, of trace.ID) Saying {
		return say(key, "worker", w.Name, "key", keyNamed(s.Name(of)))
	}
	var held Saying
	for _, w := range s.Workers {
		switch {
		case w.Busy && held == nil:
			held = with("play.far.held", w, w.Key)
		case !w.Busy && !w.Blocked && len(s.Queue) > 0:
			return with("play.far.queued", w, s.Queue[0])
		}
	}
	if held == nil {
		return say("play.far")
	}
	return held
}

// Unable is why a session did not do what was asked.
func (t Teller) Unable(err error) string {
	switch {
	case errors.Is(err, model.ErrBranches):
		return t.Say("fork.many", "n", strconv.Itoa(model.MaxBranches))
	case errors.Is(err, model.ErrPlayed):
		return t.Say("play.tooLong", "n", strconv.Itoa(model.MaxPlayed))
	case errors.Is(err, model.ErrIdle):
		return t.Say("play.rest")
	}
	return t.Refusal(err)
}
