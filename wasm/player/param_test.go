package player

import (
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Whatever a link can carry has a row, and no row tells of what it cannot: the hash whose every
// field says something prints all keys.
func TestParamsAreTheKeysOfALink(t *testing.T) {
	var h Hash
	fill(t, reflect.ValueOf(&h).Elem())
	var printed, told []string
	for part := range strings.SplitSeq(strings.TrimPrefix(h.String(), "#"), "&") {
		name, _, _ := strings.Cut(part, "=")
		printed = append(printed, name)
	}
	for _, p := range Params() {
		told = append(told, p.Name)
		if p.Means == "" {
			t.Errorf("%s: nothing is said of it", p.Name)
		}
	}
	if !slices.Equal(printed, told) {
		t.Errorf("a link has the keys\n%v, and Params tells of\n%v", printed, told)
	}
}

// fill says something in every field.
func fill(t *testing.T, v reflect.Value) {
	t.Helper()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			f.SetString("x")
		case reflect.Int:
			f.SetInt(1)
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Struct:
			fill(t, f)
		default:
			t.Fatalf("Hash.%s is a %s: fill it here", v.Type().Field(i).Name, f.Kind())
		}
	}
}

// What a row says that a key can be, it can be.
func TestParamsTakeTheirValues(t *testing.T) {
	for _, p := range Params() {
		for _, v := range p.Values {
			hash := "#p=teach&" + p.Name + "=" + url.QueryEscape(v)
			if p.Name == "compare" && v != "all" {
				hash += "," + p.Values[1+(slices.Index(p.Values, v))%(len(p.Values)-1)]
			}
			if _, problems := Parse(hash); problems != nil {
				t.Errorf("Parse(%q): %v", hash, problems)
			}
		}
	}
}
