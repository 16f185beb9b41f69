package player

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/wasm/feed"
)

func TestAClusterWideResourceHasNoNamespace(t *testing.T) {
	p := pageOf(Hash{Page: "live", Resource: "nodes", Namespace: "shop", Lang: "en"}, nil)
	l := &Live{p: p, Res: feed.Resource{Version: "v1", Name: "nodes", Namespace: "shop"}}
	p.Live = l
	l.Info.Resources = []Resource{{Version: "v1", Resource: "pods", Namespaced: true}, {Version: "v1", Resource: "nodes"}}
	if l.unspace(); l.Res.Namespace != "" || p.Hash.Namespace != "" || !strings.Contains(p.Notice, `so "shop" was left out`) {
		t.Errorf("nodes of a namespace: %+v, %q", l.Res, p.Notice)
	}
	if got := p.Teller().Namespace(l.facts()); got != "the whole cluster" {
		t.Errorf("nodes are in %q", got)
	}
	l.Res = feed.Resource{Version: "v1", Name: "pods", Namespace: "shop"}
	if l.unspace(); p.Teller().Namespace(l.facts()) != "shop" {
		t.Errorf("pods of a namespace: %+v in %q", l.Res, p.Teller().Namespace(l.facts()))
	}
}
