package hub

import (
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/informerscope/informerscope/server/gate"
)

// selectable are the fields beyond metadata.name and metadata.namespace that a resource may be selected
// by, with the value of one that an object does not have.
// Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/
// (list of supported fields).
var selectable = map[string]map[string]string{
	"pods": {"spec.nodeName": "", "spec.restartPolicy": "", "spec.schedulerName": "", "spec.serviceAccountName": "",
		"spec.hostNetwork": "false", "status.phase": "", "status.podIP": "", "status.nominatedNodeName": ""},
	"nodes":                  {"spec.unschedulable": "false"},
	"namespaces":             {"status.phase": ""},
	"secrets":                {"type": ""},
	"services":               {"spec.clusterIP": "", "spec.type": ""},
	"jobs.batch":             {"status.successful": "0"},
	"replicationcontrollers": {"status.replicas": "0"},
	"events": {"involvedObject.kind": "", "involvedObject.namespace": "", "involvedObject.name": "", "involvedObject.uid": "",
		"involvedObject.apiVersion": "", "involvedObject.resourceVersion": "", "involvedObject.fieldPath": "",
		"reason": "", "reportingComponent": "", "source": "", "type": ""},
}

// stands says where in an object a field stands that a selector calls otherwise.
var stands = map[string]string{"status.successful": "status.succeeded", "source": "source.component"}

// selection is which objects a request asks for.
type selection struct {
	namespace string
	labels    labels.Selector
	fields    []fieldIs
}

// fieldIs is one condition on a field.
type fieldIs struct {
	path, missing, value string
	not                  bool
}

// newSelection reads what req selects by. metadata says that objects are metadata alone.
func newSelection(req gate.Request, metadata bool) (*selection, error) {
	s := &selection{namespace: req.Namespace}
	var err error
	if s.labels, err = labels.Parse(req.Query.LabelSelector); err != nil {
		return nil, gate.ErrParameterValue
	}
	asked, err := fields.ParseSelector(req.Query.FieldSelector)
	if err != nil {
		return nil, gate.ErrParameterValue
	}
	for _, r := range asked.Requirements() {
		is := fieldIs{path: r.Field, value: r.Value, not: r.Operator == "!="}
		missing, ok := selectable[req.Resource.String()][r.Field]
		switch {
		case r.Field == "metadata.name", r.Field == "metadata.namespace" && req.Resource.Namespaced:
		case !ok || metadata:
			return nil, gate.ErrFieldSelector
		default:
			is.missing = missing
			if path, ok := stands[r.Field]; ok {
				is.path = path
			}
		}
		s.fields = append(s.fields, is)
	}
	return s, nil
}

// has reports whether o is asked for; a nil object is not.
func (s *selection) has(o *Object) bool {
	if o == nil || s.namespace != "" && s.namespace != o.Namespace || !s.labels.Empty() && !s.labels.Matches(labels.Set(o.Labels)) {
		return false
	}
	for _, f := range s.fields {
		value := o.field(f.path)
		if value == "" {
			value = f.missing
		}
		if (value == f.value) == f.not {
			return false
		}
	}
	return true
}

// all reports whether nothing is left out.
func (s *selection) all() bool { return s.namespace == "" && s.labels.Empty() && len(s.fields) == 0 }
