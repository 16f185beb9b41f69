package hub

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// lastApplied is where kubectl apply keeps the object as it was given, secrets and all.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// Object is one object as clients get it. It never changes.
type Object struct {
	metav1.ObjectMeta // of it namespace, name, resourceVersion and labels alone

	key  string // where it stands in a list: as API servers sort, "namespace/name" or "name"
	body []byte // its JSON, without the opening brace, kind and apiVersion: `"metadata":{…},…}`
}

// GetObjectKind implements runtime.Object: the feed knows what its objects are.
func (o *Object) GetObjectKind() schema.ObjectKind { return schema.EmptyObjectKind }

// DeepCopyObject implements runtime.Object. An Object never changes, so that it is its own copy.
func (o *Object) DeepCopyObject() runtime.Object { return o }

// ParseObject takes an object's JSON. It leaves out managedFields and the last applied configuration,
// which are noise and may hold what the object itself does not show any more. It fails on what is no
// object with metadata, and a resourceVersion that is no number.
func ParseObject(raw []byte) (*Object, error) {
	var whole, meta, annotations map[string]json.RawMessage
	if err := json.Unmarshal(raw, &whole); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(whole["metadata"], &meta); err != nil {
		return nil, fmt.Errorf("metadata: %w", err)
	}
	delete(meta, "managedFields")
	if raw, ok := meta["annotations"]; ok && bytes.Contains(raw, []byte(lastApplied)) {
		if err := json.Unmarshal(raw, &annotations); err != nil {
			return nil, fmt.Errorf("annotations: %w", err)
		}
		delete(annotations, lastApplied)
		if meta["annotations"] = encode(annotations); len(annotations) == 0 {
			delete(meta, "annotations")
		}
	}
	o := &Object{}
	for _, field := range []struct {
		name string
		into any
	}{
		{"namespace", &o.Namespace}, {"name", &o.Name}, {"resourceVersion", &o.ResourceVersion}, {"labels", &o.Labels},
	} {
		if raw, ok := meta[field.name]; ok {
			if err := json.Unmarshal(raw, field.into); err != nil {
				return nil, fmt.Errorf("%s: %w", field.name, err)
			}
		}
	}
	if _, err := strconv.ParseUint(o.ResourceVersion, 10, 64); err != nil {
		return nil, fmt.Errorf("resourceVersion: %w", err)
	}
	if o.key = o.Name; o.Namespace != "" {
		o.key = o.Namespace + "/" + o.Name
		o.Namespace, o.Name = o.key[:len(o.Namespace)], o.key[len(o.Namespace)+1:]
	}
	delete(whole, "kind")
	delete(whole, "apiVersion")
	whole["metadata"] = encode(meta)
	o.body = encode(whole)[1:]
	return o, nil
}

// JSON is the object without its kind.
func (o *Object) JSON() string { return "{" + string(o.body) }

// version is the resourceVersion as a number.
func (o *Object) version() uint64 { return number(o.ResourceVersion) }

// number reads a resourceVersion; "" is 0. What is no number does not get here.
func number(rv string) uint64 { n, _ := strconv.ParseUint(rv, 10, 64); return n }

// typed appends o's JSON with its kind to b, as objects stand by themselves and in events.
func (o *Object) typed(b []byte, f Form) []byte {
	b = append(b, `{"kind":"`...)
	b = append(b, f.Kind...)
	b = append(b, `","apiVersion":"`...)
	b = append(b, f.APIVersion...)
	b = append(b, `",`...)
	return append(b, o.body...)
}

// listed appends o's JSON as it stands in a list.
func (o *Object) listed(b []byte, f Form) []byte {
	if f.Named {
		return o.typed(b, f)
	}
	return append(append(b, '{'), o.body...)
}

// At is o with another resourceVersion: as an object is told that leaves a selection.
func (o *Object) At(rv string) *Object {
	if rv == o.ResourceVersion {
		return o
	}
	var whole, meta map[string]json.RawMessage
	if json.Unmarshal(append([]byte{'{'}, o.body...), &whole) != nil || json.Unmarshal(whole["metadata"], &meta) != nil {
		panic("hub: what ParseObject encoded decodes")
	}
	meta["resourceVersion"] = encode(rv)
	whole["metadata"] = encode(meta)
	moved := *o
	moved.ResourceVersion, moved.body = rv, encode(whole)[1:]
	return &moved
}

// field is the value of a field such as spec.nodeName, as a selector sees it; "" when it is not there.
func (o *Object) field(path string) string {
	switch path {
	case "metadata.name":
		return o.Name
	case "metadata.namespace":
		return o.Namespace
	}
	at := json.RawMessage(append([]byte{'{'}, o.body...))
	for _, name := range strings.Split(path, ".") {
		var fields map[string]json.RawMessage
		if json.Unmarshal(at, &fields) != nil || fields[name] == nil {
			return ""
		}
		at = fields[name]
	}
	var text string
	if json.Unmarshal(at, &text) == nil {
		return text
	}
	return string(at) // a number or a boolean
}

// encode is compact JSON that leaves < > & as they are, as API servers do.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("hub: what was just decoded encodes: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
