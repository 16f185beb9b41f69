package record

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// anonymiser replaces what people and machines are called, the same by the same. A nil one replaces nothing.
type anonymiser struct{ names map[string]string }

func newAnonymiser() *anonymiser { return &anonymiser{names: map[string]string{}} }

// kept are fields whose texts are the API's own words, or numbers.
var kept = set("kind", "apiVersion", "resourceVersion", "type", "phase", "status", "reason", "restartPolicy", "imagePullPolicy", "dnsPolicy",
	"preemptionPolicy", "operator", "effect", "protocol", "qosClass", "concurrencyPolicy", "whenUnsatisfiable", "terminationMessagePolicy",
	"propagationPolicy", "ipFamilyPolicy", "sessionAffinity", "internalTrafficPolicy", "externalTrafficPolicy", "completionMode",
	"podReplacementPolicy", "podManagementPolicy", "schedule")

// maps are fields under which people choose the keys.
var maps = set("labels", "annotations", "matchLabels", "nodeSelector", "selector", "data", "binaryData", "stringData")

// plain is a text that says nothing about whom it is of: a number, a quantity, a truth, a time.
var plain = regexp.MustCompile(`^(|true|false|[Tt]rue|[Ff]alse|Unknown|-?[0-9]+(\.[0-9]+)?%?|[0-9.]+(m|k|Ki|M|Mi|G|Gi|T|Ti|e[0-9]+)|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))$`)

func set(names ...string) map[string]bool {
	s := map[string]bool{}
	for _, n := range names {
		s[n] = true
	}
	return s
}

// list is a list's JSON with its objects' texts replaced.
func (a *anonymiser) list(text []byte) []byte { return a.each(text, "items") }

// event is a watch's line with its object's texts replaced.
func (a *anonymiser) event(text []byte) []byte { return a.each(text, "object") }

// each replaces within one field of the outermost object; what stands around it is ours.
func (a *anonymiser) each(text []byte, field string) []byte {
	if a == nil {
		return text
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber() // a large one stays what it is
	var whole map[string]any
	if err := dec.Decode(&whole); err != nil {
		return []byte(`{}`) // nothing rather than what may hold a name
	}
	whole[field] = a.mask(whole[field], "", false)
	out, err := json.Marshal(whole)
	if err != nil {
		panic("record: what was decoded encodes: " + err.Error())
	}
	return out
}

func (a *anonymiser) mask(v any, field string, chosen bool) any {
	switch v := v.(type) {
	case map[string]any:
		masked := make(map[string]any, len(v))
		for k, inner := range v {
			name := k
			if chosen && !strings.Contains(k, "kubernetes.io/") && !strings.Contains(k, "k8s.io/") {
				name = a.name(k)
			}
			_, tree := inner.(map[string]any)
			masked[name] = a.mask(inner, k, maps[k] && tree && !chosen)
			if chosen {
				masked[name] = a.mask(inner, "", false)
			}
		}
		return masked
	case []any:
		for i := range v {
			v[i] = a.mask(v[i], field, false)
		}
		return v
	case string:
		if kept[field] || plain.MatchString(v) {
			return v
		}
		return a.name(v)
	}
	return v
}

// name is what s is called here.
func (a *anonymiser) name(s string) string {
	if s == "" {
		return ""
	}
	n, ok := a.names[s]
	if !ok {
		n = "n" + strconv.Itoa(len(a.names)+1)
		a.names[s] = n
	}
	return n
}
