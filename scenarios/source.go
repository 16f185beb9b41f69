package scenarios

import "strings"

// homes are the repositories that sources name by a short name.
var homes = map[string]string{
	"k/k":                       "kubernetes/kubernetes",
	"client-go":                 "kubernetes/client-go",
	"controller-runtime":        "kubernetes-sigs/controller-runtime",
	"cluster-api":               "kubernetes-sigs/cluster-api",
	"kueue":                     "kubernetes-sigs/kueue",
	"operator-sdk":              "operator-framework/operator-sdk",
	"istio":                     "istio/istio",
	"calico":                    "projectcalico/calico",
	"tilt":                      "tilt-dev/tilt",
	"karmada":                   "karmada-io/karmada",
	"kubermatic":                "kubermatic/kubermatic",
	"kubestellar":               "kubestellar/kubestellar",
	"gardener":                  "gardener/gardener",
	"cert-manager":              "cert-manager/cert-manager",
	"argo-workflows":            "argoproj/argo-workflows",
	"virtual-kubelet":           "virtual-kubelet/virtual-kubelet",
	"apisix-ingress-controller": "apache/apisix-ingress-controller",
	"fabric8":                   "fabric8io/kubernetes-client",
}

// SourceURL is where a source of a lesson can be read:
//
//	k/k#123, tilt#3868, owner/repository#7       an issue or pull request on GitHub
//	KEP-5647                                     an enhancement of Kubernetes
//	client-go/util/workqueue/queue.go            a file of client-go, as of ClientGo
//	controller-runtime/pkg/handler/enqueue.go    one of controller-runtime, as of ControllerRuntime
//	lewi.us/notes                                a page
//
// ok is false when it is none of these.
func SourceURL(source string) (url string, ok bool) {
	const github = "https://github.com/"
	if !plainSource(source) {
		return "", false
	}
	if repo, number, ok := strings.Cut(source, "#"); ok {
		if home := homes[repo]; home != "" {
			repo = home
		}
		return github + repo + "/issues/" + number, strings.Count(repo, "/") == 1 && digits(number)
	}
	if number, ok := strings.CutPrefix(source, "KEP-"); ok {
		return github + "kubernetes/enhancements/issues/" + number, digits(number)
	}
	if file, ok := strings.CutPrefix(source, "client-go/"); ok {
		return github + "kubernetes/client-go/blob/" + ClientGo + "/" + file, true
	}
	if file, ok := strings.CutPrefix(source, "controller-runtime/"); ok {
		return github + homes["controller-runtime"] + "/blob/" + ControllerRuntime + "/" + file, true
	}
	host, path, ok := strings.Cut(source, "/")
	return "https://" + source, ok && path != "" && strings.Contains(host, ".")
}

// plainSource keeps out what has no place in an address: sources come from files of
// strangers, too.
func plainSource(s string) bool {
	for _, c := range s {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-._/#", c)) {
			return false
		}
	}
	return s != "" && !strings.HasPrefix(s, "/") && !strings.Contains(s, "..")
}

func digits(s string) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}
