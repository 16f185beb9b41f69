package cache

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// nameForHandler says, for logs and DoneCheckers, where a handler comes from: the type that
// has its methods, or the functions it is made of.
func nameForHandler(handler ResourceEventHandler) string {
	name := ""
	switch h := handler.(type) {
	case nil:
	case ResourceEventHandlerFuncs:
		name = nameForFunctions(h.AddFunc, h.UpdateFunc, h.DeleteFunc)
	case *ResourceEventHandlerFuncs:
		name = nameForFunctions(h.AddFunc, h.UpdateFunc, h.DeleteFunc)
	default:
		t := reflect.TypeOf(handler)
		if v := reflect.ValueOf(handler); v.Kind() == reflect.Pointer && !v.IsNil() {
			t = t.Elem()
		}
		if name = t.Name(); t.PkgPath() != "" {
			name = t.PkgPath() + "." + name
		}
	}
	if name == "" {
		return fmt.Sprintf("%T", handler)
	}
	return name
}

// nameForFunctions is the place all functions were written in, or all their names.
func nameForFunctions(functions ...any) string {
	var names, places []string
	for _, f := range functions {
		v := reflect.ValueOf(f)
		if !v.IsValid() || v.IsNil() {
			continue
		}
		if fn := runtime.FuncForPC(v.Pointer()); fn != nil && fn.Name() != "" {
			place := fn.Name()
			if dot := strings.LastIndexByte(place, '.'); dot > 0 {
				place = place[:dot]
			}
			names, places = append(names, fn.Name()), append(places, place)
		}
	}
	if slices.Sort(places); len(slices.Compact(places)) == 1 {
		return places[0]
	}
	return strings.Join(names, "+")
}
