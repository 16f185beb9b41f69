package film_test

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/state"
	"github.com/informerscope/informerscope/core/trace"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/film"
)

// However small the FIFO, each delta in it is drawn, and says what it is.
func TestDeltasOfASmallFIFOAreNamed(t *testing.T) {
	for _, id := range []string{"two-fifos", "delete-never-seen"} {
		for _, engine := range []string{"classic", "ordered"} {
			f, err := film.Record(scenarios.Find(id), engine)
			if err != nil {
				t.Fatal(err)
			}
			for _, layout := range []string{"embed", "phone"} {
				for n := range f.Last() + 1 {
					var words []string
					for _, s := range f.Frame(n, film.Look{Layout: layout, View: "fifo"}).Shapes {
						text := ""
						for _, r := range s.Runs {
							text += r.Text
						}
						words = append(words, text)
					}
					drawn := strings.Join(words, "|")
					fifo := f.At(n).FIFO
					lots := [][]state.Delta{fifo.Tape, fifo.Out}
					for _, tray := range fifo.Trays {
						lots = append(lots, tray.Deltas)
					}
					for _, lot := range lots {
						if len(lot) > 2 && layout == "embed" && strings.Contains(drawn, "+") {
							continue // a stack of three is "+2"
						}
						for _, d := range lot {
							want := trace.DeltaNames[d.Type]
							if d.Unknown {
								want = "DFSU"
							}
							if !strings.Contains(drawn, want) || !strings.Contains(drawn, "@"+d.RV) {
								t.Errorf("%s on %s, %s, step %d: want %s @%s in %s", id, engine, layout, n, want, d.RV, drawn)
							}
						}
					}
				}
			}
		}
	}
}
