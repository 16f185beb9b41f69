// Command stills draws every step of every lesson as an SVG, dist/stills/<lesson>/<step>.svg
// below the folder given: what a page shows before its program runs, and what an article or
// a printed page shows instead of it.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/still"
	"github.com/informerscope/informerscope/wasm/text"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "stills: want one argument, the folder to write into, such as web/dist/stills")
		os.Exit(2)
	}
	n, err := write(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "stills:", err)
		os.Exit(1)
	}
	fmt.Printf("stills: %d pictures of %d lessons\n", n, len(scenarios.List()))
}

func write(dir string) (n int, err error) {
	words := text.For("en")
	for _, l := range scenarios.List() {
		run, err := l.Run(l.Engines[len(l.Engines)-1])
		if err != nil {
			return n, err
		}
		line := model.New(run.Recorder, run.Steps[0].To, func(s *state.State) {
			for _, w := range l.Workers {
				s.AddWorker(w)
			}
		})
		folder := filepath.Join(dir, l.ID)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return n, err
		}
		beat := ""
		for i, st := range run.Steps {
			if i > 0 {
				line.CutAt(st.Label, st.To, st.At)
			}
			if st.Beat != "" {
				beat = strings.ReplaceAll(l.Text("en", st.Beat), "*", "")
			}
			s := line.At(i)
			v := scene.View{Part: l.View, Text: words.Text, Now: max(s.At, st.At), Prev: line.At(i - 1)}
			if l.View == scene.All {
				v.Layout = scene.Pipeline
			}
			w, h := v.Layout.Size()
			shapes := scene.Trail(scene.Build(s, v), scene.Moves(v.Prev, s, line.Events(i), v))
			svg := still.SVG(shapes, still.Options{W: w, H: h, Margin: scene.Margin, Title: l.Number + " " + l.Title, Desc: beat, Theme: "auto", Bg: true})
			if err := os.WriteFile(filepath.Join(folder, strconv.Itoa(i)+".svg"), []byte(svg), 0o644); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}
