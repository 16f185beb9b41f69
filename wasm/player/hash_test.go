package player

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/wasm/text"
)

func TestHashesReadAndPrint(t *testing.T) {
	for _, c := range []struct {
		hash string
		want Hash
	}{
		{"", Hash{Page: "home"}},
		{"#s=dirty-and-processing&step=3", Hash{Page: "lesson", Lesson: "dirty-and-processing", Step: 3}},
		{"#embed&s=x&view=heap&engine=classic&lang=zh&theme=dark", Hash{Page: "lesson", Lesson: "x", View: "heap", Engine: "classic", Lang: "zh", Theme: "dark", Embed: true}},
		{"#s=x&step=5&part=3", Hash{Page: "lesson", Lesson: "x", Step: 5, Part: 3}},
		{"#s=x&speed=4", Hash{Page: "lesson", Lesson: "x", Speed: "4"}},
		{"#s=x&zone=dirty", Hash{Page: "lesson", Lesson: "x", Zone: "dirty"}},
		{"#s=x&compare=all&zone=fifo%7Cclassic", Hash{Page: "lesson", Lesson: "x", Compare: "all", Zone: "fifo|classic"}},
		{"#s=x&side=metrics", Hash{Page: "lesson", Lesson: "x", Side: "metrics"}},
		{"#embed&s=x&code=1", Hash{Page: "lesson", Lesson: "x", Embed: true, Code: "1"}},
		{"#s=x&compare=classic%2Catomic", Hash{Page: "lesson", Lesson: "x", Compare: "classic,atomic"}},
		{"#s=x&compare=all&engine=ordered", Hash{Page: "lesson", Lesson: "x", Compare: "all", Engine: "ordered"}},
		{"#p=live&res=apps%2Fv1%2Fdeployments&ns=shop", Hash{Page: "live", Resource: "apps/v1/deployments", Namespace: "shop"}},
		{"#z=Add%20a%3B%20W1%20Get", Hash{Page: "play", Inline: "Add a; W1 Get", Step: Newest}},
		{"#p=play&step=0&z=Add+a", Hash{Page: "play", Inline: "Add a"}},
		{"#p=play&step=4&z=Add+a&if=3%3AAdd+b%0A1.4%3AW2+Get", Hash{Page: "play", Inline: "Add a", Step: 4, If: "3:Add b\n1.4:W2 Get"}},
		{"#p=play&ex=two-hold-a&z=Add+a", Hash{Page: "play", Exercise: "two-hold-a", Inline: "Add a", Step: Newest}},
		{"#ex=two-hold-a", Hash{Page: "play", Exercise: "two-hold-a"}},
		{"#p=play&s=x", Hash{Page: "play", Lesson: "x"}},
		{"#p=play&set=index:off,limiter:bucket,workers:3", Hash{Page: "play", Set: "workers:3,limiter:bucket,index:off"}},
		{"#p=play&set=workers:2,limiter:exponential,index:on", Hash{Page: "play"}},
		{"#s=dirty-and-processing&if=3%3AAdd%20b", Hash{Page: "play", Lesson: "dirty-and-processing", Step: Newest, If: "3:Add b"}},
		{"#p=lesson&s=dirty-and-processing&if=3%3AAdd%20b", Hash{Page: "lesson", Lesson: "dirty-and-processing", If: "3:Add b"}},
		{"#p=play&s=dirty-and-processing&step=4&if=3%3AAdd%20b%3B%20W2%20Get", Hash{Page: "play", Lesson: "dirty-and-processing", Step: 4, If: "3:Add b; W2 Get"}},
		{"#p=lesson&s=mine&src=file", Hash{Page: "lesson", Lesson: "mine", File: true}},
		{"#p=trace&src=file&step=7", Hash{Page: "trace", File: true, Step: 7}},
		{"#s=x&present=1&theme=hc", Hash{Page: "lesson", Lesson: "x", Present: true, Theme: "hc"}},
		{"#p=home&lang=auto&theme=auto&unknown=7&embed=0", Hash{Page: "home"}},
	} {
		got, problems := Parse(c.hash)
		if got != c.want || problems != nil {
			t.Errorf("Parse(%q) = %+v, %q; want %+v", c.hash, got, problems, c.want)
		}
		if again, _ := Parse(got.String()); again != got {
			t.Errorf("Parse(%q) = %+v, want what printed it: %+v", got.String(), again, got)
		}
	}
}

func TestMistakesInAHashKeepTheDefaultAndAreNamed(t *testing.T) {
	for _, c := range []struct{ hash, want string }{
		{"#step=-1", `link.number step="-1" 0`},
		{"#step=999999999999999999999", `link.number step="9`},
		{"#part=-1", `link.number part="-1" 1`},
		{"#view=top", `link.other view="top" all, workqueue`},
		{"#zone=limbo", `link.other zone="limbo" server, reflector`},
		{"#zone=fifo|none", `link.other zone="fifo|none" server`},
		{"#lang=fr", `link.other lang="fr" en, zh`},
		{"#code=yes", `link.other code="yes" 0, 1`},
		{"#set=workers:5", `link.set set="workers:5" workers:1 … workers:4`},
		{"#set=limiter:none", "limiter:bucket"},
		{"#set=index", "index:off"},
		{"#set=colour:red", "link.set"},
		{"#set=queue:heap", "queue:priority"},
		{"#s=%zz", `link.unreadable "s"="%zz"`},
		{"#compare=classic", `link.compare compare="classic" ` + strings.Join(sim.Engines(), ", ")},
		{"#compare=classic,workqueue", "link.compare"},
		{"#compare=priority,priority", "link.compare"},
		{"#p=play&z=Add+a&step=0&if=garbage", `link.future if="garbage" 5:W2 Get; Add b`},
		{"#p=play&z=Add+a&step=0&if=1:Add+b%0A*nothing", `link.future if="*nothing"`},
		{"#p=play&z=Add+a&step=0&if=1:%3B+", `link.future if="1:; "`},
		{"#z=" + strings.Repeat("a", maxValue+1), "link.long"},
		{"#s=first-light&iq=" + strings.Repeat("a", 5<<20), `link.long "iq"`},
		{"#" + strings.Repeat("b", maxValue) + "=%zz", "link.unreadable"},
	} {
		h, problems := Parse(c.hash)
		told := ""
		for _, b := range problems {
			told += b.Key + " " + b.Name + "=" + b.Value + " " + b.Want
		}
		if len(problems) != 1 || !strings.Contains(told, c.want) || len(told) > 200 {
			t.Errorf("Parse(%.40q) problems = %q, want one with %q", c.hash, told, c.want)
		}
		for _, b := range problems { // the message is there, and says all of it
			if said := text.For("zh").Text(b.Key, "name", b.Name, "value", b.Value, "want", b.Want); !strings.Contains(said, b.Value) || !strings.Contains(said, b.Want) {
				t.Errorf("%s says %q", b.Key, said)
			}
		}
		if h.Step != 0 || h.View != "" || h.Lang != "" || h.Code != "" || h.Set != "" || h.If != "" {
			t.Errorf("Parse(%.40q) = %+v, want defaults", c.hash, h)
		}
	}
}

func TestAnUnknownLessonLeavesNothingOfItselfInTheLink(t *testing.T) {
	h, _ := Parse("#embed&s=nonsense&step=99&part=2&view=heap&engine=classic&compare=all&key=a&lang=zh&theme=dark&predict=0")
	want := Hash{Page: "lesson", Lesson: "first-light", Embed: true, Lang: "zh", Theme: "dark", Predict: "0"}
	if got := h.instead("first-light"); got != want {
		t.Errorf("instead = %+v, want %+v", got, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("#s=a&step=2&embed")
	f.Add("#p=play&z=Add+a%3B")
	f.Fuzz(func(t *testing.T, hash string) {
		h, _ := Parse(hash)
		if again, problems := Parse(h.String()); again != h || problems != nil {
			t.Errorf("Parse(%q) = %+v, its print reads as %+v, %q", hash, h, again, problems)
		}
	})
}

func TestNamesFromStrangersAreShownAsTheyAre(t *testing.T) {
	for in, want := range map[string]string{
		"web-1":    "web-1",
		"a\u202eb": "a‹U+202E›b",
		"a\u200bb": "a‹U+200B›b",
		"<b>x</b>": "<b>x</b>", // text, never markup
		"bell\x07": "bell‹U+0007›",
	} {
		if got := visible(in); got != want {
			t.Errorf("visible(%q) = %q, want %q", in, got, want)
		}
	}
	if got := middle("checkout-6d8c3549-7410", 12); got != "checko…-7410" {
		t.Errorf("middle = %q", got)
	}
}
