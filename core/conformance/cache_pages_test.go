package conformance

import (
	"fmt"
	"strings"

	"github.com/informerscope/informerscope/core/cluster"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// pagedLists cuts lists into pages as an API server does: a list at "0" comes from its cache
// and has one page. The lines "pages zero" and "pages stubborn" cut that too, and what was
// asked for without a limit; "pages usual" ends it; "fail page 2 410" lets the following
// pages fail.
type pagedLists struct {
	how   string
	fails int
	fault cluster.Fault
	rest  *metav1.PartialObjectMetadataList // what follows the last page
	token int
}

func (p *pagedLists) do(line string) bool {
	f := strings.Fields(line)
	switch {
	case f[0] == "pages":
		p.how = f[1]
	case f[0] == "fail" && f[1] == "page":
		p.fails, p.fault = number(f[2]), cluster.FaultOf(number(f[3]))
	default:
		return false
	}
	return true
}

// next answers a request with a token; nothing when there is none.
func (p *pagedLists) next(o metav1.ListOptions) (runtime.Object, error) {
	if o.Continue == "" {
		return nil, nil
	}
	if p.fails > 0 {
		p.fails--
		return nil, asError(p.fault)
	}
	if o.Continue != fmt.Sprint("t", p.token) || o.ResourceVersion != "" || o.ResourceVersionMatch != "" {
		return nil, asError(cluster.FaultOf(500))
	}
	return p.cut(p.rest, o.Limit), nil
}

// first answers a request without a token.
func (p *pagedLists) first(o metav1.ListOptions, all *metav1.PartialObjectMetadataList) runtime.Object {
	limit := o.Limit
	switch {
	case p.how == "stubborn" && limit == 0:
		limit = 1
	case o.ResourceVersion == "0" && p.how != "zero" && p.how != "stubborn":
		limit = 0
	}
	return p.cut(all, limit)
}

func (p *pagedLists) cut(all *metav1.PartialObjectMetadataList, limit int64) runtime.Object {
	if limit == 0 || int(limit) >= len(all.Items) {
		return all
	}
	page, rest := *all, *all
	page.Items, rest.Items = all.Items[:limit], all.Items[limit:]
	p.rest = &rest
	p.token++
	page.Continue = fmt.Sprint("t", p.token)
	return &page
}
