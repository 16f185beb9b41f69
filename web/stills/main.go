// Command stills draws every step of every lesson as an SVG, <lesson>/<step>.svg in the folder
// given: what a page shows before its program runs, and what an article or
// a printed page shows instead of it. Beside them lies what the page needs for its first look:
// what each step says, the numbers of the lessons, and the pictures of home page and playground; and
// the notes for teachers, which the page fetches when they are asked for.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/scenarios/notes"
	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/still"
	"github.com/informerscope/informerscope/wasm/tell"
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
	for _, l := range scenarios.List() {
		f, err := film.Record(l, l.Engines[len(l.Engines)-1])
		if err != nil {
			return n, err
		}
		folder := filepath.Join(dir, l.ID)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return n, err
		}
		said := map[string][]string{}
		for i := 0; i <= f.Last(); i++ {
			p := f.Panel(i, film.Look{Lang: "en"})
			svg := still.SVG(p.Shapes, still.Options{W: p.W, H: p.H, Margin: scene.Margin, Title: p.Title, Desc: p.Desc, Theme: "auto", Bg: true})
			if err := os.WriteFile(filepath.Join(folder, strconv.Itoa(i)+".svg"), []byte(svg), 0o644); err != nil {
				return n, err
			}
			for _, lang := range scenarios.Languages {
				t := tell.Teller{Say: text.For(lang).Text, Lang: lang}
				tale := t.Tale(tell.Moment{Line: f.Line, Step: i, State: f.At(i), Run: f.Run})
				if tale == "" {
					tale = l.Text(lang, "question")
				}
				said[lang] = append(said[lang], text.Plain(tale))
			}
			n++
		}
		if err := save(filepath.Join(folder, "said.json"), said); err != nil {
			return n, err
		}
	}
	return n, first(dir)
}

// first writes what the other pages show first.
func first(dir string) error {
	names := struct {
		Lessons map[string]string      `json:"lessons"` // number or place → id
		Course  map[string][][2]string `json:"course"`  // language → place and title, in order
	}{map[string]string{}, map[string][][2]string{}}
	for _, l := range scenarios.InOrder() {
		names.Lessons[l.Number], names.Lessons[l.Place()] = l.ID, l.ID
		for _, lang := range scenarios.Languages {
			names.Course[lang] = append(names.Course[lang], [2]string{l.Place(), l.Text(lang, "title")})
		}
	}
	if err := save(filepath.Join(dir, "first.json"), names); err != nil {
		return err
	}
	for _, lang := range scenarios.Languages {
		all, bad := notes.All(lang)
		if len(bad) > 0 {
			return errors.New(bad[0])
		}
		if err := save(filepath.Join(dir, "notes."+lang+".json"), all); err != nil {
			return err
		}
	}
	p := player.New(player.Env{Text: text.In})
	for _, m := range []player.Msg{player.Preferred{Prefs: player.Prefs{Lang: "en"}}, player.Resized{W: 1280, H: 800, BoxW: 880, BoxH: 496}, player.Started{}, player.Opened{Hash: "#p=play"}} {
		p.Update(time.Time{}, m)
	}
	play, ok := p.Picture()
	if !ok {
		return fmt.Errorf("the playground has no picture")
	}
	for name, pic := range map[string]player.Picture{"home.svg": p.Hero(), "play.svg": play} {
		svg := still.SVG(pic.Shapes, still.Options{W: pic.W, H: pic.H, Margin: scene.Margin, Title: pic.Title, Theme: "auto", Bg: true})
		if err := os.WriteFile(filepath.Join(dir, name), []byte(svg), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func save(name string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(name, b, 0o644)
}
