package oracle

import (
	"slices"
	"strings"
)

// keys turn the names of a lesson into keys of a queue and back.
type keys struct {
	made map[string]any
	back map[any]string
}

// request is what a controller might use as a key.
type request struct{ name string }

// newKeys makes "&a1" and "&a2" two pointers to equal requests where any name is such a pointer, and
// "a" the request itself: the name of a pointer is its request's and a digit. Else keys are strings.
func newKeys(names []string) *keys {
	k := &keys{made: map[string]any{}, back: map[any]string{}}
	pointers := slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "&") })
	for _, name := range names {
		var key any = name
		if p, ok := strings.CutPrefix(name, "&"); ok {
			key = &request{p[:len(p)-1]}
		} else if pointers {
			key = request{name}
		}
		k.made[name], k.back[key] = key, name
	}
	return k
}

func (k *keys) of(name string) any {
	if _, ok := k.made[name]; !ok {
		k.made[name], k.back[name] = name, name
	}
	return k.made[name]
}

func (k *keys) name(key any) string {
	name, ok := k.back[key]
	if !ok { // of another queue, whose keys are names
		name, _ = key.(string)
	}
	return name
}

func (k *keys) names(list []any) []string {
	out := []string{}
	for _, key := range list {
		out = append(out, k.name(key))
	}
	return out
}
