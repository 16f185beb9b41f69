package demo

import (
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/informerscope/informerscope/core/cluster"
	"github.com/informerscope/informerscope/server/gate"
)

// selection is which objects a request asks for.
type selection struct {
	namespace string
	labels    labels.Selector
	fields    fields.Selector
}

// selectable are the fields beyond metadata.name and metadata.namespace that a resource may be selected by.
var selectable = map[string]map[string]bool{
	"pods": {"spec.nodeName": true, "status.phase": true},
	"jobs": {"status.successful": true},
}

func newSelection(req gate.Request) (selection, error) {
	sel := selection{namespace: req.Namespace}
	var err error
	if sel.labels, err = labels.Parse(req.Query.LabelSelector); err != nil {
		return sel, gate.ErrParameterValue
	}
	if sel.fields, err = fields.ParseSelector(req.Query.FieldSelector); err != nil {
		return sel, gate.ErrParameterValue
	}
	for _, r := range sel.fields.Requirements() {
		if r.Field != "metadata.name" && !(r.Field == "metadata.namespace" && req.Resource.Namespaced) && !selectable[req.Resource.Resource][r.Field] {
			return sel, gate.ErrFieldSelector
		}
	}
	return sel, nil
}

// has reports whether o is asked for; a nil object is not.
func (s selection) has(o *cluster.Object) bool {
	return o != nil &&
		(s.namespace == "" || s.namespace == o.Namespace) &&
		(s.labels.Empty() || s.labels.Matches(labels.Set(o.Labels))) &&
		(s.fields.Empty() || s.fields.Matches(fieldsOf(o)))
}

func fieldsOf(o *cluster.Object) fields.Set {
	return fields.Set{
		"metadata.name": o.Name, "metadata.namespace": o.Namespace, "spec.nodeName": o.Node, "status.phase": o.Phase,
		"status.successful": o.Fields["succeeded"],
	}
}
