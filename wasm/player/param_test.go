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

// A lesson that is about a metric opens with the metrics unfolded, and so does what was left from it; a reader's choice, or a
// link's, goes before it, stays in other lessons, and stands in the link only where it differs.
func TestALessonAboutAMetricOpensWithTheMetrics(t *testing.T) {
	about, plain := "#s=depth-by-priority&step=2&predict=0", "#s=retry-keeps-priority&step=2&predict=0"
	for _, c := range []struct {
		link string
		open bool
	}{{about, true}, {about + "&side=metrics", true}, {about + "&side=0", false}, {plain, false}, {plain + "&side=metrics", true}, {plain + "&side=0", false}} {
		if p := opened(c.link); p.MetricsOpen() != c.open {
			t.Errorf("%s: the metrics are open: %v, want %v", c.link, !c.open, c.open)
		}
	}
	p := opened(about)
	if follow(p, WhatIf{}); !p.MetricsOpen() || p.Hash.Page != "play" {
		t.Errorf("the playground that was left for from %s has its metrics folded", about)
	}
	for link, says := range map[string][]string{about: {"side=0", ""}, plain: {"side=metrics", ""}} {
		p := opened(link)
		for _, say := range says {
			was := p.MetricsOpen()
			p.Update(noon, Fold{"metrics"})
			at := p.Address(false)
			if p.MetricsOpen() == was || strings.Contains(at, "side=") != (say != "") || !strings.Contains(at, say) {
				t.Errorf("%s: folded or unfolded they are open: %v, and the link is %s, want %q in it", link, p.MetricsOpen(), at, say)
			}
			if again := opened("#" + strings.SplitN(at, "#", 2)[1]); again.MetricsOpen() != p.MetricsOpen() {
				t.Errorf("%s is opened with the metrics open: %v", at, again.MetricsOpen())
			}
		}
	}
}
