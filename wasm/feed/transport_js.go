package feed

import (
	"encoding/base64"
	"strings"
	"syscall/js"
	"time"
)

// Browser is the Transport of a page: fetch for Get, the API server's own WebSocket watch
// for Watch. Token is sent as the Authorization header and as the WebSocket subprotocol;
// empty sends none.
type Browser struct{ Token string }

// listLimit is how long a LIST may take, and idleLimit how long an open watch may be silent.
const (
	listLimit = 60 * time.Second
	idleLimit = 75 * time.Second
)

// Get implements Transport.
func (b Browser) Get(path string, done func(int, []byte, string)) func() {
	over := false
	abort := js.Global().Get("AbortController").New()
	var fns []js.Func
	answered := func(code int, body []byte, reason string) {
		if !over {
			over = true
			done(code, body, reason)
		}
	}
	fn := func(f func([]js.Value)) js.Func {
		v := js.FuncOf(func(_ js.Value, args []js.Value) any { f(args); return nil })
		fns = append(fns, v)
		return v
	}
	headers := map[string]any{"Accept": "application/json"}
	if b.Token != "" {
		headers["Authorization"] = "Bearer " + b.Token
	}
	timer := time.AfterFunc(listLimit, func() {
		abort.Call("abort")
		answered(0, nil, "timeout")
	})
	// The promise ends in one of failed and body, also when it was aborted: nothing is called later.
	ended := func(code int, body []byte, reason string) {
		timer.Stop()
		answered(code, body, reason)
		for _, f := range fns {
			f.Release()
		}
	}
	var code int
	failed := fn(func([]js.Value) {
		if code == 0 {
			ended(0, nil, "refused")
		} else {
			ended(0, nil, "broken")
		}
	})
	body := fn(func(args []js.Value) { ended(code, []byte(args[0].String()), "") })
	answer := fn(func(args []js.Value) {
		code = args[0].Get("status").Int()
		args[0].Call("text").Call("then", body, failed)
	})
	js.Global().Call("fetch", path, map[string]any{"headers": headers, "signal": abort.Get("signal"),
		"cache": "no-store", "credentials": "omit"}).Call("then", answer, failed)
	return func() {
		over = true
		timer.Stop()
		abort.Call("abort")
	}
}

// Watch implements Transport.
func (b Browser) Watch(path string, opened func(), event func([]byte), closed func(string)) func() {
	_, cancel := b.Talk(path, opened, event, closed)
	return cancel
}

// Talk implements Transport.
func (b Browser) Talk(path string, opened func(), event func([]byte), closed func(string)) (send func(string), cancel func()) {
	base := js.Global().Get("document").Get("baseURI").String()
	address := js.Global().Get("URL").New(path, base)
	address.Set("hash", "")
	address.Set("protocol", strings.Replace(address.Get("protocol").String(), "http", "ws", 1))
	protocols := []any{}
	if b.Token != "" {
		protocols = append(protocols, "base64url.bearer.authorization.k8s.io."+base64.RawURLEncoding.EncodeToString([]byte(b.Token)), "base64.binary.k8s.io")
	}
	over := false
	var socket js.Value
	var fns []js.Func
	var idle *time.Timer
	finish := func(reason string) {
		if over {
			return
		}
		over = true
		idle.Stop()
		closed(reason)
	}
	idle = time.AfterFunc(idleLimit, func() {
		socket.Call("close")
		finish("silent for " + idleLimit.String())
	})
	on := func(name string, f func(js.Value)) {
		v := js.FuncOf(func(_ js.Value, args []js.Value) any { f(args[0]); return nil })
		fns = append(fns, v)
		socket.Call("addEventListener", name, v)
	}
	socket = js.Global().Get("WebSocket").New(address.Call("toString"), protocols)
	live := false
	on("open", func(js.Value) {
		if live = true; !over {
			idle.Reset(idleLimit)
			opened()
		}
	})
	on("message", func(e js.Value) {
		if !over {
			idle.Reset(idleLimit)
			event([]byte(e.Get("data").String()))
		}
	})
	on("close", func(e js.Value) {
		reason := e.Get("reason").String()
		if reason == "" {
			reason = "refused"
			if live {
				reason = "broken"
				if e.Get("wasClean").Bool() {
					reason = "closed"
				}
			}
		}
		finish(reason)
		for _, f := range fns {
			f.Release()
		}
	})
	send = func(text string) {
		if live && !over {
			socket.Call("send", text)
		}
	}
	cancel = func() {
		if !over {
			over = true
			idle.Stop()
			socket.Call("close")
		}
	}
	return send, cancel
}

// Stream implements Transport.
func (b Browser) Stream(path string, opened func(), event func([]byte), closed func(string)) func() {
	over := false
	abort := js.Global().Get("AbortController").New()
	idle := time.AfterFunc(idleLimit, func() { abort.Call("abort") })
	var fns []js.Func
	fn := func(f func(js.Value)) js.Func {
		v := js.FuncOf(func(_ js.Value, args []js.Value) any { f(args[0]); return nil })
		fns = append(fns, v)
		return v
	}
	// The promises end in one call of end, also when they were aborted: nothing is called later.
	end := func(reason string) {
		idle.Stop()
		if !over {
			over = true
			closed(reason)
		}
		for _, f := range fns {
			f.Release()
		}
	}
	live := false
	broken := fn(func(js.Value) {
		if live {
			end("broken")
		} else {
			end("refused")
		}
	})
	var lines lines
	var reader js.Value
	var chunk js.Func
	next := func() { reader.Call("read").Call("then", chunk, broken) }
	chunk = fn(func(part js.Value) {
		if part.Get("done").Bool() {
			end("closed")
			return
		}
		idle.Reset(idleLimit)
		data := make([]byte, part.Get("value").Get("length").Int())
		js.CopyBytesToGo(data, part.Get("value"))
		for _, line := range lines.add(data) {
			if !over {
				event(line)
			}
		}
		next()
	})
	answer := fn(func(resp js.Value) {
		if !resp.Get("ok").Bool() {
			end("refused")
			return
		}
		if live = true; !over {
			opened()
		}
		reader = resp.Get("body").Call("getReader")
		next()
	})
	headers := map[string]any{"Accept": "application/json"}
	if b.Token != "" {
		headers["Authorization"] = "Bearer " + b.Token
	}
	js.Global().Call("fetch", path, map[string]any{"headers": headers, "signal": abort.Get("signal"),
		"cache": "no-store", "credentials": "omit"}).Call("then", answer, broken)
	return func() {
		over = true
		idle.Stop()
		abort.Call("abort")
	}
}
