package tell

import (
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/text"
)

var catalogs = map[string]*text.Catalog{"en": text.For("en"), "zh": text.For("zh")}

// to tells a reader of a language.
func to(lang string) Teller { return Teller{Say: catalogs[lang].Text, Lang: lang} }

// lesson is a lesson played to its end on an engine, "" its newest.
func lesson(t testing.TB, l *scenarios.Lesson, engine string) (*scenarios.Run, *model.Timeline) {
	t.Helper()
	if engine == "" {
		engine = l.Engines[len(l.Engines)-1]
	}
	run, err := l.Run(engine)
	if err != nil {
		t.Fatal(err)
	}
	return run, model.Played(run)
}

// playground is a session with an informer that has listed and two workers, before any command.
func playground(t testing.TB, engine string) *model.Session {
	t.Helper()
	workers := []string{"W1", "W2"}
	w, err := sim.New(sim.Config{Engine: engine, Start: "list", Workers: workers, Handlers: []string{"h1"}, Cluster: true, Seed: 1, Indexes: []string{"byNode=.spec.nodeName"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"auto off", "start", "run until idle"} {
		l, err := sim.ParseLine(text)
		if err == nil {
			err = w.Do(l.Command)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	line := model.New(w.Recorder(), w.Recorder().Len(), func(s *state.State) {
		for _, name := range workers {
			s.AddWorker(name)
		}
	})
	return model.NewSession(w, line, []sim.Point{w.Point()}, false)
}

// played is the timeline of a playground after commands.
func played(t testing.TB, engine, commands string) *model.Timeline {
	t.Helper()
	s := playground(t, engine)
	lines, err := sim.ParseInline(commands)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		if _, err := s.Do(s.Branch().Last(), l); err != nil {
			t.Fatal(err)
		}
	}
	return s.Branch().Line
}

// at is step n of a timeline.
func at(line *model.Timeline, n int) Moment { return Moment{Line: line, Step: n, State: line.At(n)} }
