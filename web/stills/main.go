// Command stills draws every step of every lesson as an SVG, <lesson>/<step>.svg in the folder
// given: what a page shows before its program runs, and what an article or
// a printed page shows instead of it.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/still"
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
	for _, l := range scenarios.List() {
		f, err := film.Record(l, l.Engines[len(l.Engines)-1])
		if err != nil {
			return n, err
		}
		folder := filepath.Join(dir, l.ID)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return n, err
		}
		for i := 0; i <= f.Last(); i++ {
			p := f.Panel(i, film.Look{Lang: "en"})
			svg := still.SVG(p.Shapes, still.Options{W: p.W, H: p.H, Margin: scene.Margin, Title: p.Title, Desc: p.Desc, Theme: "auto", Bg: true})
			if err := os.WriteFile(filepath.Join(folder, strconv.Itoa(i)+".svg"), []byte(svg), 0o644); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}
