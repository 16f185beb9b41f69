package graph

// Ebitengine 2.8.8 takes the whole document: its canvas is appended to body when the package
// is initialised, html and body are styled, the size comes from body.clientWidth on the
// window's resize event, and a lost WebGL context reloads the page. What keeps it inside one
// element, each measured in a browser:
//   - the canvas is moved into the stage before RunGame and loses its inline styles;
//   - body.clientWidth and clientHeight are shadowed by the stage's size, in whole device
//     pixels, from a ResizeObserver, and a resize event is sent when it changes;
//   - the canvas takes neither pointer nor focus, so wheel, touch and Tab stay the page's;
//   - webglcontextlost is stopped on the stage before Ebitengine hears of it;
//   - FPSModeVsyncOffMinimum with one ScheduleFrame a change leaves 0 redraws while idle; that its
//     loop asks for no frame either, and its clock does not tick, is the build's (.ci/wasm-overlay).
// app.css has the rest: styles of html and body with !important, and no canvas outside a stage.

import (
	"errors"
	"strconv"
	"syscall/js"

	"github.com/hajimehoshi/ebiten/v2"
)

type host struct {
	painter  *Painter
	canvas   js.Value
	stage    js.Value
	observer js.Value
	lost     js.Func
	ratio    float64 // device pixels in a CSS pixel
	wPx, hPx int     // the canvas, in device pixels
}

func newHost(stage js.Value, p *Painter) (*host, error) {
	doc := js.Global().Get("document")
	canvas := doc.Call("querySelector", "body > canvas[tabindex]")
	if !canvas.Truthy() {
		return nil, errors.New("graph: no canvas of Ebitengine in body: it must be imported by the program")
	}
	h := &host{painter: p, canvas: canvas} // no size yet: a hidden stage is shadowed, too, or the whole page would be the screen
	canvas.Call("removeAttribute", "style")
	canvas.Call("setAttribute", "tabindex", "-1")
	canvas.Call("setAttribute", "aria-hidden", "true")
	canvas.Get("style").Set("pointerEvents", "none")

	h.lost = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if args[0].Get("target").Equal(h.canvas) {
			args[0].Call("stopImmediatePropagation")
			p.lose()
		}
		return nil
	})
	resized := js.FuncOf(func(js.Value, []js.Value) any {
		if h.measure() {
			h.resize()
		}
		return nil
	})
	h.observer = js.Global().Get("ResizeObserver").New(resized)
	// A zoom may change the pixel ratio and leave the stage's CSS size as it was; what a
	// hidden tab was asked to paint is painted once it is seen.
	js.Global().Call("addEventListener", "resize", resized)
	h.watchRatio()
	doc.Call("addEventListener", "visibilitychange", js.FuncOf(func(js.Value, []js.Value) any {
		if !doc.Get("hidden").Bool() {
			p.repaint()
		}
		return nil
	}))
	h.move(stage)
	return h, nil
}

// move puts the canvas into stage.
func (h *host) move(stage js.Value) {
	if h.stage.Truthy() {
		h.observer.Call("unobserve", h.stage)
		h.stage.Call("removeEventListener", "webglcontextlost", h.lost, true)
	}
	h.stage = stage
	stage.Get("classList").Call("add", "stage") // app.css places the canvas in it
	stage.Call("appendChild", h.canvas)
	stage.Call("addEventListener", "webglcontextlost", h.lost, true)
	h.observer.Call("observe", stage)
	if h.measure() && h.painter.host != nil {
		h.resize()
	}
}

// watchRatio measures again when the pixel ratio changes, as when a window moves to another
// screen: no resize event tells of that. A query holds for one ratio, so each gets its own.
func (h *host) watchRatio() {
	ratio := strconv.FormatFloat(js.Global().Get("devicePixelRatio").Float(), 'f', -1, 64)
	query := js.Global().Call("matchMedia", "(resolution: "+ratio+"dppx)")
	opts := js.Global().Get("Object").New()
	opts.Set("once", true)
	var changed js.Func
	changed = js.FuncOf(func(js.Value, []js.Value) any {
		changed.Release()
		if h.measure() {
			h.resize()
		}
		h.watchRatio()
		return nil
	})
	query.Call("addEventListener", "change", changed, opts)
}

// measure reads the stage's size into the shadowed body size, and says whether it changed.
func (h *host) measure() bool {
	rect := h.stage.Call("getBoundingClientRect")
	ratio := js.Global().Get("devicePixelRatio").Float()
	if ratio <= 0 {
		ratio = 1
	}
	w, ht := pixels(rect.Get("width").Float(), ratio), pixels(rect.Get("height").Float(), ratio)
	if w == h.wPx && ht == h.hPx && ratio == h.ratio {
		return false
	}
	h.wPx, h.hPx, h.ratio = w, ht, ratio
	// A hundredth of a pixel more keeps Ebitengine's rounding down from losing one.
	// It keeps the first pixel ratio it saw, so that is the one to divide by, also after a zoom.
	first := ebiten.Monitor().DeviceScaleFactor()
	shadow(h.body(), "clientWidth", (float64(w)+0.01)/first)
	shadow(h.body(), "clientHeight", (float64(ht)+0.01)/first)
	style := h.canvas.Get("style")
	style.Call("setProperty", "width", px(float64(w)/ratio))
	style.Call("setProperty", "height", px(float64(ht)/ratio))
	return true
}

func (h *host) body() js.Value { return js.Global().Get("document").Get("body") }

func px(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) + "px" }

func shadow(body js.Value, name string, v float64) {
	desc := js.Global().Get("Object").New()
	desc.Set("value", v)
	desc.Set("configurable", true)
	js.Global().Get("Object").Call("defineProperty", body, name, desc)
}

// resize tells Ebitengine, which listens on the window and repaints once.
func (h *host) resize() {
	h.painter.stale = true
	js.Global().Call("dispatchEvent", js.Global().Get("Event").New("resize"))
}

// look is how often the graphics processor is asked whether it is done, in milliseconds.
const look = 15

// done calls f when all that was asked of the graphics processor until the next frame is done, or nobody can tell.
func (h *host) done(f func()) {
	gl := h.canvas.Call("getContext", "webgl2") // the one that is painted on
	if !gl.Truthy() {
		f()
		return
	}
	fence := js.Null()
	var ask js.Func
	ask = js.FuncOf(func(js.Value, []js.Value) any {
		switch {
		case fence.IsNull() && !gl.Call("isContextLost").Bool(): // behind what was drawn
			fence = gl.Call("fenceSync", gl.Get("SYNC_GPU_COMMANDS_COMPLETE"), 0)
			gl.Call("flush")
		case fence.IsNull() || gl.Call("isContextLost").Bool() || gl.Call("getSyncParameter", fence, gl.Get("SYNC_STATUS")).Equal(gl.Get("SIGNALED")):
			ask.Release()
			f()
			return nil
		}
		js.Global().Call("setTimeout", ask, look)
		return nil
	})
	js.Global().Call("requestAnimationFrame", ask)
}

// run starts Ebitengine beside the page.
func (h *host) run() {
	//lint:ignore SA1019 the one way that gave 0 redraws while idle (measured)
	ebiten.SetFPSMode(ebiten.FPSModeVsyncOffMinimum)
	go func() {
		err := ebiten.RunGameWithOptions(h.painter, &ebiten.RunGameOptions{InitUnfocused: true, ScreenTransparent: true})
		if err != nil {
			js.Global().Get("console").Call("warn", "graph: "+err.Error())
			h.painter.lose()
		}
	}()
}
