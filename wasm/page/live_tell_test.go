package page

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/wasm/feed"
)

func TestAClusterWideResourceHasNoNamespace(t *testing.T) {
	p := &Page{host: Host{Text: words}, hash: Hash{Page: "live", Resource: "nodes", Namespace: "shop", Lang: "en"}}
	l := &Live{p: p, res: feed.Resource{Version: "v1", Name: "nodes", Namespace: "shop"}}
	l.info.Resources = []resource{{Version: "v1", Resource: "pods", Namespaced: true}, {Version: "v1", Resource: "nodes"}}
	if !l.unspace() || l.res.Namespace != "" || p.hash.Namespace != "" || !strings.Contains(p.notice, `so "shop" was left out`) {
		t.Errorf("nodes of a namespace: %+v, %q", l.res, p.notice)
	}
	if got := p.teller().Namespace(l.facts()); got != "the whole cluster" {
		t.Errorf("nodes are in %q", got)
	}
	l.res = feed.Resource{Version: "v1", Name: "pods", Namespace: "shop"}
	if l.unspace() || p.teller().Namespace(l.facts()) != "shop" {
		t.Errorf("pods of a namespace: %+v in %q", l.res, p.teller().Namespace(l.facts()))
	}
}
