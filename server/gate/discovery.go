package gate

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiversion "k8s.io/apimachinery/pkg/version"
)

func (g *Gate) serveHealth(w http.ResponseWriter, _ *http.Request, _ match) { writeText(w, "ok\n") }

// serveReady stays ready while the cluster is away: what is on screens is still worth having.
func (g *Gate) serveReady(w http.ResponseWriter, r *http.Request, _ match) {
	if g.stopping.Load() {
		g.refuse(w, r, ErrStopping)
		return
	}
	writeText(w, "ok\n")
}

func (g *Gate) serveInfo(w http.ResponseWriter, r *http.Request, _ match) {
	info := g.source.Info(r.Context())
	info.Public = g.token == nil
	info.Resources, info.Time = g.source.Resources(), time.Now().UTC()
	writeJSON(w, info)
}

func (g *Gate) serveVersion(w http.ResponseWriter, r *http.Request, _ match) {
	info := g.source.Info(r.Context())
	if info.Version == "" {
		ErrUnreachable.write(w, "", "")
		return
	}
	v := apiversion.Info{GitVersion: info.Version}
	v.Major, v.Minor = majorMinor(info.Version)
	writeJSON(w, v)
}

// majorMinor reads "v1.37.2" as "1" and "37".
func majorMinor(v string) (major, minor string) {
	parts := [2]string{}
	n := 0
	for _, c := range v {
		switch {
		case c >= '0' && c <= '9':
			parts[n] += string(c)
		case c == '.' && n == 0:
			n = 1
		case c == 'v' && parts[0] == "":
		default:
			return parts[0], parts[1]
		}
	}
	return parts[0], parts[1]
}

func (g *Gate) serveVersions(w http.ResponseWriter, _ *http.Request, _ match) {
	writeJSON(w, metav1.APIVersions{
		TypeMeta:                   metav1.TypeMeta{Kind: "APIVersions"},
		Versions:                   g.versions()[""],
		ServerAddressByClientCIDRs: []metav1.ServerAddressByClientCIDR{},
	})
}

func (g *Gate) serveGroups(w http.ResponseWriter, _ *http.Request, _ match) {
	list := metav1.APIGroupList{TypeMeta: metav1.TypeMeta{Kind: "APIGroupList", APIVersion: "v1"}, Groups: []metav1.APIGroup{}}
	byGroup := g.versions()
	for _, name := range slices.Sorted(maps.Keys(byGroup)) {
		if name == "" {
			continue // the core group has a list of its own
		}
		group := metav1.APIGroup{Name: name}
		for _, v := range byGroup[name] {
			group.Versions = append(group.Versions, metav1.GroupVersionForDiscovery{GroupVersion: name + "/" + v, Version: v})
		}
		group.PreferredVersion = group.Versions[0]
		list.Groups = append(list.Groups, group)
	}
	writeJSON(w, list)
}

// versions are the versions served of each group.
func (g *Gate) versions() map[string][]string {
	found := map[string][]string{}
	seen := map[string]bool{}
	for _, r := range g.source.Resources() {
		if !seen[r.APIVersion()] {
			seen[r.APIVersion()] = true
			found[r.Group] = append(found[r.Group], r.Version)
		}
	}
	return found
}

func (g *Gate) serveResources(w http.ResponseWriter, r *http.Request, m match) {
	list := metav1.APIResourceList{TypeMeta: metav1.TypeMeta{Kind: "APIResourceList", APIVersion: "v1"}}
	for _, res := range g.source.Resources() {
		if res.Group != m.group || res.Version != m.version {
			continue
		}
		list.GroupVersion = res.APIVersion()
		list.APIResources = append(list.APIResources, metav1.APIResource{
			Name: res.Resource, Kind: res.Kind, Namespaced: res.Namespaced, Verbs: metav1.Verbs{"get", "list", "watch"},
		})
	}
	if list.GroupVersion == "" {
		g.refuse(w, r, ErrResource)
		return
	}
	writeJSON(w, list)
}

func writeText(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(text)) // a client that has gone is no news
}

func writeJSON(w http.ResponseWriter, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		panic("gate: our own answers always encode: " + err.Error())
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(append(body, '\n')) // a client that has gone is no news
}
