package site

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/player"
)

// crawl follows a served site as a browser, a reader and a search engine do.
type crawl struct {
	t    *testing.T
	tree *Tree
	root string                     // where the site is served
	base string                     // and where it says that it is
	ids  map[string]map[string]bool // of each page that was asked for
	seen map[string]bool            // files that were reached, by their names
	work []string                   // those that are still to be read
	n    int                        // links
}

// served answers as a plain server of files does, with 404.html for what is not there.
func served(t *testing.T, tree *Tree, below string) string {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, inside := strings.CutPrefix(r.URL.Path, below)
		if name == "" || strings.HasSuffix(name, "/") {
			name += "index.html"
		}
		body := tree.Get(name)
		if !inside || body == nil {
			w.WriteHeader(http.StatusNotFound)
			body = tree.Get(lost)
		}
		w.Write(body)
	}))
	t.Cleanup(srv.Close)
	return srv.URL + below
}

// name is the file that an address stands for; "" is another site's.
func (c *crawl) name(address string) (name string, inside bool) {
	name, inside = strings.CutPrefix(address, c.root)
	if !inside && c.base != "" {
		name, inside = strings.CutPrefix(address, c.base)
	}
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	return name, inside
}

// follow is a reference that stands in a file.
func (c *crawl) follow(from, ref string) {
	base, err := url.Parse(c.root + from)
	if err != nil {
		c.t.Fatal(err)
	}
	to, err := base.Parse(ref)
	if err != nil {
		c.t.Errorf("%s: %q: %v", from, ref, err)
		return
	}
	fragment := to.Fragment
	to.Fragment, to.RawFragment = "", ""
	name, inside := c.name(to.String())
	switch {
	case !inside && to.Host == base.Host:
		c.t.Errorf("%s: %q leaves the site, for %s", from, ref, to.Path)
		return
	case !inside: // another site
		if to.Scheme != "https" && to.Scheme != "data" && to.Host != "127.0.0.1:8080" {
			c.t.Errorf("%s: %q", from, ref)
		}
		return
	}
	c.n++
	if c.tree.Get(name) == nil {
		if !isLeftOut(name) {
			c.t.Errorf("%s: %q leads to %s, which is not there", from, ref, name)
		}
		return
	}
	if !c.seen[name] {
		c.seen[name] = true
		c.work = append(c.work, name)
	}
	switch _, hash, _ := strings.Cut(ref, "#"); {
	case fragment == "":
	case name == v1+"index.html":
		c.program(from, hash)
	case path.Ext(name) == ".html" && !c.on(name)[fragment]:
		c.t.Errorf("%s: %q leads nowhere on its page", from, ref)
	}
}

// program holds a hash against what the program understands.
func (c *crawl) program(from, hash string) {
	h, problems := player.Parse(hash)
	if len(problems) > 0 {
		c.t.Errorf("%s: #%s: %+v", from, hash, problems)
	}
	if h.Lesson != "" && scenarios.Find(h.Lesson) == nil || h.Exercise != "" && scenarios.ExerciseNamed(h.Exercise) == nil {
		c.t.Errorf("%s: #%s: there is none", from, hash)
	}
}

// on are the ids of a page.
func (c *crawl) on(name string) map[string]bool {
	if c.ids[name] == nil {
		c.ids[name] = map[string]bool{}
		for _, at := range attributes(c.t, c.tree.Get(name)) {
			if at.name == "id" {
				if c.ids[name][at.value] {
					c.t.Errorf("%s: two elements are called %q", name, at.value)
				}
				c.ids[name][at.value] = true
			}
		}
	}
	return c.ids[name]
}

var (
	inCSS    = regexp.MustCompile(`url\(["']?([^"')]+)["']?\)`)
	inScript = regexp.MustCompile(`(?:from|import|import\() ?"(\.[^"]+)"|new URL\("(\.[^"]+)", document\.currentScript`)
	inMap    = regexp.MustCompile(`<loc>([^<]+)</loc>|Sitemap: (\S+)`)
	inWorker = regexp.MustCompile(`const FILES = (\[.*?\]);`)
)

// read follows all that stands in a file, as it is served.
func (c *crawl) read(name string) {
	resp, err := http.Get(c.root + strings.TrimSuffix(name, "index.html"))
	if err != nil {
		c.t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		c.t.Errorf("%s: %s", name, resp.Status)
	}
	text := string(c.tree.Get(name))
	all := func(re *regexp.Regexp) {
		for _, m := range re.FindAllStringSubmatch(text, -1) {
			c.follow(name, strings.Join(m[1:], ""))
		}
	}
	switch path.Ext(name) {
	case ".html":
		c.page(name, name)
	case ".css":
		all(inCSS)
	case ".js":
		if !strings.HasPrefix(name, v1+"web-") { // which a browser runs, and its tests
			all(inScript)
		}
		if m := inWorker.FindStringSubmatch(text); m != nil {
			var files []string
			if err := json.Unmarshal([]byte(m[1]), &files); err != nil {
				c.t.Error(err)
			}
			for _, file := range files {
				c.follow(name, file)
			}
		}
	case ".xml", ".txt":
		all(inMap)
	case ".json":
		var said struct {
			HTML      string
			Provider  string `json:"provider_url"`
			Thumbnail string `json:"thumbnail_url"`
		}
		if err := json.Unmarshal([]byte(text), &said); err != nil {
			c.t.Error(err)
		}
		c.follow(name, said.Provider)
		c.follow(name, said.Thumbnail)
		for _, at := range attributes(c.t, []byte(said.HTML)) {
			if at.name == "src" {
				c.follow(name, at.value)
			}
		}
	}
}

// page follows what stands in a page that is shown at an address.
func (c *crawl) page(name, at string) {
	property, ids := "", c.on(name)
	for _, a := range attributes(c.t, c.tree.Get(name)) {
		switch a.name {
		case "href", "src", "poster", "data-src":
			if id, ok := strings.CutPrefix(a.value, "#"); ok && name != v1+"index.html" {
				if !ids[id] {
					c.t.Errorf("%s: %q leads nowhere", name, a.value)
				}
				continue
			}
			c.follow(at, a.value)
		case "srcset":
			for candidate := range strings.SplitSeq(a.value, ",") {
				to, _, _ := strings.Cut(strings.TrimSpace(candidate), " ")
				c.follow(at, to)
			}
		case "property":
			property = a.value
		case "content":
			if a.of == "meta" && (property == "og:url" || property == "og:image") {
				c.follow(at, a.value)
			}
			property = ""
		case "for", "aria-labelledby", "aria-describedby", "aria-controls", "headers":
			for id := range strings.FieldsSeq(a.value) {
				if !ids[id] {
					c.t.Errorf("%s: %s=%q names no element of the page", name, a.name, id)
				}
			}
		case "scenario":
			if scenarios.Find(a.value) == nil {
				c.t.Errorf("%s: there is no lesson %q to be shown", name, a.value)
			}
		}
	}
}

// Whatever a page, a style, a script, the worker, the site map or an oEmbed answer leads to is there, and its
// anchor, too, at a server's root and below a path; a lost page has its ways back from any depth; and every page can be come to.
func TestEveryWayThroughTheSiteLeadsSomewhere(t *testing.T) {
	tree := madeSite(t)
	for _, below := range []string{"/", "/docs/iq/"} {
		c := &crawl{t: t, tree: tree, root: served(t, tree, below), base: "https://example.org/iq/", ids: map[string]map[string]bool{}, seen: map[string]bool{}}
		c.follow("robots.txt", "./")
		c.follow("index.html", "robots.txt")
		for len(c.work) > 0 {
			name := c.work[0]
			c.work = c.work[1:]
			c.read(name)
		}
		c.page(lost, "no/such/page/at/all.html")
		for _, name := range tree.Names() {
			if path.Ext(name) == ".html" && name != lost && !c.seen[name] {
				t.Errorf("nothing leads to %s", name)
			}
		}
		if c.n < 2000 {
			t.Errorf("only %d links were followed", c.n)
		}
	}
}
