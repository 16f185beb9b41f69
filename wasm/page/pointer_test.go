package page

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/player"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// What a mouse and a finger say on the picture, one thing after another.
func TestMouseAndFingerOnThePicture(t *testing.T) {
	stage := `document.getElementById("stage").getBoundingClientRect()`
	has := map[string]any{stage + ".width": 900., stage + ".height": 500., stage + ".left": 100., stage + ".top": 50.}
	synctest.Test(t, func(t *testing.T) {
		p, d := inBrowser(t, has, "#s=dirty-and-processing&step=2")
		p.carry(player.Show{})
		x, y, ok := draw.Centre(p.stage.shapes, "key:a")
		scale, dx, dy := p.stage.Fit()
		if x, y = 100+dx+x*scale, 50+dy+y*scale; !ok {
			t.Fatal("there is no a in the picture")
		}
		kept := false
		does := func(handler func(app.Context, app.Event), kind string, x, y float64) string {
			d.done = nil
			handler(contextOf(app.Div(), noBrowser), app.Event{Value: thing{Value: noBrowser, done: &d.done, has: map[string]any{
				"clientX": x, "clientY": y, "pointerType": strings.TrimPrefix(kind, "second "), "isPrimary": !strings.HasPrefix(kind, "second ")}}})
			synctest.Wait()
			kept = slices.Contains(d.done, "preventDefault()")
			return heardOf(d)
		}
		wait := func(by time.Duration) string {
			d.done = nil
			time.Sleep(by)
			synctest.Wait()
			return heardOf(d)
		}
		click := func(ctx app.Context, e app.Event) { p.click(ctx, e) }
		for _, c := range []struct {
			what, got, want string
		}{
			{"a mouse comes over a", does(p.hover, "mouse", x, y), "Hover{ID:key:a}"},
			{"it moves within a", does(p.hover, "mouse", x+1, y), ""},
			{"it leaves the picture", does(p.unhover, "mouse", 0, 0), "Hover{ID:}"},
			{"it comes over a again", does(p.hover, "mouse", x, y), "Hover{ID:key:a}"},
			{"it presses", does(click, "mouse", x, y), "Click{Hit:key:a Title:}"},

			{"a finger comes down on a", does(p.touchDown, "touch", x, y), ""},
			{"it goes to the left", does(p.hover, "touch", x-200, y), ""},
			{"it rises there", does(p.touchUp, "touch", x-200, y), "Next"},
			{"the click that follows", does(click, "touch", x-200, y), ""},
			{"the next click", does(click, "touch", x, y), "Click{Hit:key:a Title:}"},

			{"a finger comes down on a", does(p.touchDown, "touch", x, y), ""},
			{"it goes to the right and rises", does(p.touchUp, "touch", x+200, y), "Back"},

			{"a finger comes down on a", does(p.touchDown, "touch", x, y), ""},
			{"it trembles", does(p.hover, "touch", x+5, y), ""},
			{"it rests", wait(player.HoldFor), "Held{ID:key:a}"},
			{"it rises", does(p.touchUp, "touch", x, y), ""},
			{"the click that follows", does(click, "touch", x, y), ""},

			{"a finger comes down on a", does(p.touchDown, "touch", x, y), ""},
			{"it goes elsewhere", does(p.hover, "touch", x, y+50), ""},
			{"it rests there", wait(player.HoldFor), ""},
			{"it rises", does(p.touchUp, "touch", x, y+50), ""},

			{"a finger comes down on a", does(p.touchDown, "touch", x, y), ""},
			{"the browser takes it to scroll", does(p.touchCancel, "touch", x, y), ""},
			{"it rests", wait(player.HoldFor), ""},

			{"a finger comes down on a", does(p.touchDown, "touch", x, y), ""},
			{"a second one comes down", does(p.touchDown, "second touch", x, y), ""},
			{"both rest", wait(player.HoldFor), ""},
			{"one goes to the left and rises", does(p.touchUp, "touch", x-200, y), ""},

			{"a mouse is down", does(p.touchDown, "mouse", x, y), ""},
			{"it is dragged to the left", does(p.touchUp, "mouse", x-200, y), ""},
		} {
			if c.got != c.want {
				t.Errorf("%s: the page says %q, want %q", c.what, c.got, c.want)
			}
		}
		if does(p.noMenu, "mouse", x, y); kept {
			t.Error("a mouse gets no menu of the system's")
		}
		does(p.touchDown, "touch", x, y)
		if does(p.noMenu, "touch", x, y); !kept {
			t.Error("a finger that rests gets the system's menu")
		}
		does(p.touchCancel, "touch", x, y)
		p.carry(player.Move{Ms: 100, Frame: func(float64) []draw.Shape { return p.stage.shapes }})
		does(p.unhover, "mouse", 0, 0)
		if got := does(p.hover, "mouse", x, y); got != "" {
			t.Errorf("while something moves a mouse over the picture says %q", got)
		}
	})
}

// heardOf is what the player was told.
func heardOf(d *deeds) string {
	var said []string
	for _, line := range d.done {
		if m, ok := strings.CutPrefix(line, "says "); ok {
			said = append(said, m)
		}
	}
	return strings.Join(said, ", ")
}

// A card stands beside the pointer and within the window, however far the page was scrolled.
func TestACardStandsBesideThePointer(t *testing.T) {
	has := map[string]any{}
	p, d := inBrowser(t, has, "#s=dirty-and-processing&step=2")
	for _, scrolled := range []float64{0, 350} {
		has["scrollY"] = scrolled
		for _, c := range []struct{ x, y, left, top float64 }{{200, 100, 214, 118}, {p.Window.W - 20, 100, p.Window.W - 290, 118}, {-30, 5, 8, 23}} {
			d.done = nil
			p.cardAt(c.x, c.y)
			p.carry(player.Card{Text: "a"})
			for _, want := range []string{`style.left = "` + px(c.left) + `"`, `style.top = "` + px(c.top+scrolled) + `"`} {
				if got := strings.Join(d.done, "\n"); !strings.Contains(got, want) {
					t.Errorf("scrolled by %v, a pointer at %v, %v: %s; want %s", scrolled, c.x, c.y, got, want)
				}
			}
		}
	}
}
