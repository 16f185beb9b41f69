package player

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// awkward is what a title and an address may have in them.
var awkward = Excerpt{
	Link: "https://example.org/#s=x&step=3", Frame: "https://example.org/#embed&s=x&step=3", Present: "https://example.org/#embed&s=x&step=3&present=1",
	Picture: "https://example.org/3.svg", Element: "https://example.org/embed.js", Title: `“脏” & "<b>"`, Alt: `a [b] {{< c >}} "d" \ 键`,
	Parameters: [][2]string{{"scenario", "x"}, {"key", `p"1\<`}},
}

func TestSnippetsEscapeWhatTheyQuote(t *testing.T) {
	const (
		html = `a [b] &#123;&#123;&lt; c &gt;}} &quot;d&quot; \ 键`
		md   = `[![a \[b\] \{\{&lt; c >}} "d" \\ 键](https://example.org/3.svg)](https://example.org/#s=x&step=3)`
	)
	want := map[string][]string{
		"link":       {"https://example.org/#s=x&step=3"},
		"markdown":   {md},
		"embed":      {`src="https://example.org/#embed&amp;s=x&amp;step=3" title="“脏” &amp; &quot;&lt;b&gt;&quot;" width="640" height="360"`},
		"element":    {`<informer-scope scenario="x" key="p&quot;1\&lt;">`, `href="https://example.org/#s=x&amp;step=3"`, `alt="` + html + `"`},
		"hugo":       {`{{< informer-scope scenario="x" key="p\"1\\<" >}}` + "\n<a href", `alt="` + html + `" style="max-width:100%;height:auto"></a>` + "\n{{< /informer-scope >}}"},
		"docusaurus": {`<InformerScope scenario="x" data-key="p&quot;1\&lt;">`, `alt="` + html + `" style={{ maxWidth: "100%", height: "auto" }} /></a>`},
		"mdbook":     {`alt="` + html + `"`},
		"mkdocs":     {`alt="` + html + `"`},
		"jekyll":     {`scenario="x" key="p\"1\\<" link="https://example.org/#s=x&step=3"`, `alt="a [b] {{< c >}} \"d\" \\ 键" %}`},
		"reveal":     {`data-src="https://example.org/#embed&amp;s=x&amp;step=3&amp;present=1" title="“脏” &amp; &quot;&lt;b&gt;&quot;"`},
		"slidev":     {"---\nlayout: iframe\nurl: \"https://example.org/#embed&s=x&step=3&present=1\"\n---"},
	}
	left := regexp.MustCompile(`\{(html\.|md\.|q\.|jsx\.)?[a-z]+\}`)
	for _, w := range Ways {
		got := awkward.Fill(w.Text)
		if want[w.Name] == nil {
			t.Errorf("%s: nothing says what it should be", w.Name)
		}
		for _, part := range want[w.Name] {
			if !strings.Contains(got, part) {
				t.Errorf("%s is\n%s\nwant in it\n%s", w.Name, got, part)
			}
		}
		if found := left.FindString(got); found != "" {
			t.Errorf("%s leaves %s", w.Name, found)
		}
		if (w.File == "") != (w.Once == "") {
			t.Errorf("%s: the file %q holds %q", w.Name, w.File, w.Once)
		}
	}
}

// Every parameter of a lesson's address is an attribute that the element passes on.
func TestTheElementKnowsTheParametersOfALesson(t *testing.T) {
	file, err := os.ReadFile("../../web/embed.js")
	if err != nil {
		t.Fatal(err)
	}
	known := []string{"scenario"}
	for _, m := range regexp.MustCompile(`"([a-z]+)"`).FindAllStringSubmatch(regexp.MustCompile(`PARAMETERS = (\[.*\]);`).FindString(string(file)), -1) {
		known = append(known, m[1])
	}
	p := opened("#s=first-light&step=4&view=all&engine=classic&key=p1&zone=store&code=1&side=metrics&speed=2&predict=0&present=1&theme=dark&lang=zh&from=2&to=5&loop=1&autoplay=1&pause=markers&skipidle=1&controls=mini&narrate=overlay&motion=none&readonly=1")
	all := p.Excerpt().Parameters
	if len(all) < 18 {
		t.Errorf("parameters are %q", all)
	}
	for _, a := range all {
		if !slices.Contains(known, a[0]) {
			t.Errorf("the element does not know %s", a[0])
		}
	}
}

// On a site a picture is named by its lesson and its step, in a folder that stays; elsewhere it lies with the program.
func TestAPicturesAddressStays(t *testing.T) {
	for _, c := range []struct{ base, web, lang, want string }{
		{"https://example.org/iq/v1/", "web-0123/", "en", "https://example.org/iq/s/first-light/4.svg"},
		{"https://example.org/iq/v1/", "web-0123/", "zh", "https://example.org/iq/zh/s/first-light/4.svg"},
		{"http://127.0.0.1:8080/", "", "zh", "http://127.0.0.1:8080/web/dist/stills/first-light/4.svg"},
	} {
		p := New(Env{Base: c.base, Web: c.web})
		p.Update(noon, Opened{"#s=first-light&step=4&lang=" + c.lang})
		if got := p.Excerpt().Picture; got != c.want {
			t.Errorf("at %s%s in %s the picture is %s, want %s", c.base, c.web, c.lang, got, c.want)
		}
	}
}
