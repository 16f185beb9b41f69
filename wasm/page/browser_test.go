package page

import (
	"context"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"unsafe"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// A browser that is none: its things have what a test gives them, and write down what is done.

// thing is a value of that browser.
type thing struct {
	app.Value                // go-app's own where there is no browser: all zero
	path      string         // as a script would write it
	has       map[string]any // by the rest of the path; what is not in it is there, and has no value
	done      *[]string
}

func (t thing) under(name string) thing {
	path := strings.TrimPrefix(t.path+"."+name, ".")
	return thing{t.Value, path, t.has, t.done}
}

func (t thing) note(format string, args ...any) {
	if t.done != nil {
		*t.done = append(*t.done, fmt.Sprintf(format, args...))
	}
}

func (t thing) Get(name string) app.Value { return t.under(name) }

func (t thing) Call(name string, args ...any) app.Value { return t.under(name).called(args) }

func (t thing) called(args []any) app.Value {
	said := make([]string, len(args))
	for i, a := range args {
		said[i] = scripted(a)
	}
	t.path += "(" + strings.Join(said, ", ") + ")"
	t.note("%s", t.path)
	return t
}

func (t thing) New(args ...any) app.Value {
	t.path = "new " + t.path
	return t.called(args)
}

func (t thing) Set(name string, v any) { t.note("%s = %s", t.under(name).path, scripted(v)) }

func (t thing) IsNull() bool       { return false }
func (t thing) IsUndefined() bool  { return false }
func (t thing) JSValue() app.Value { return t }

func (t thing) Truthy() bool {
	v, ok := t.has[t.path]
	return !ok || v != nil && v != false && v != ""
}

func (t thing) Bool() bool { b, _ := t.has[t.path].(bool); return b }
func (t thing) String() string {
	if v, ok := t.has[t.path]; ok {
		return v.(string)
	}
	return t.path
}
func (t thing) Float() float64 { f, _ := t.has[t.path].(float64); return f }
func (t thing) Int() int       { return int(t.Float()) }
func (t thing) Length() int    { return t.Int() }

// scripted is how an argument is written down.
func scripted(v any) string {
	switch v := v.(type) {
	case thing:
		return v.path
	case app.Func:
		return "func"
	case string:
		return fmt.Sprintf("%q", v)
	}
	return fmt.Sprint(v)
}

// browser is the window of that browser.
type browser struct {
	app.BrowserWindow
	of thing
}

func (b browser) Call(name string, args ...any) app.Value { return b.of.Call(name, args...) }
func (b browser) Get(name string) app.Value               { return b.of.Get(name) }
func (b browser) URL() *url.URL                           { return &url.URL{Scheme: "https", Host: "example.org", Path: "/"} }

// noBrowser is go-app's value where there is no browser.
var noBrowser = app.Event{Value: app.Window()}.Get("nothing")

// inside is a field of go-app's own; a new version that calls it otherwise panics here.
func inside(of any, name string) reflect.Value {
	v := reflect.ValueOf(of).Elem()
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	f := v.FieldByName(name)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// source is an element that an event came from, with its value in the browser.
type source struct {
	app.UI
	value app.Value
}

func (s source) JSValue() app.Value { return s.value }
func (s source) Mounted() bool      { return true }

// contextOf is what a handler of an element gets; what is put off is done at once.
func contextOf(el app.UI, value app.Value) app.Context {
	ctx := app.Context{Context: context.Background()}
	inside(&ctx, "sourceElement").Set(reflect.ValueOf(source{el, value}))
	for _, name := range []string{"dispatch", "defere"} {
		inside(&ctx, name).Set(reflect.ValueOf(func(f func()) { f() }))
	}
	inside(&ctx, "addComponentUpdate").Set(reflect.ValueOf(func(app.Composer, int) {}))
	return ctx
}
