package scenarios

import "testing"

func TestASourceIsALink(t *testing.T) {
	for source, want := range map[string]string{
		"k/k#27784":                         "https://github.com/kubernetes/kubernetes/issues/27784",
		"tilt#3868":                         "https://github.com/tilt-dev/tilt/issues/3868",
		"kubernetes-client/java#1628":       "https://github.com/kubernetes-client/java/issues/1628",
		"KEP-5647":                          "https://github.com/kubernetes/enhancements/issues/5647",
		"client-go/util/workqueue/queue.go": "https://github.com/kubernetes/client-go/blob/" + ClientGo + "/util/workqueue/queue.go",
		"controller-runtime/pkg/handler/enqueue.go": "https://github.com/kubernetes-sigs/controller-runtime/blob/" + ControllerRuntime + "/pkg/handler/enqueue.go",
		"lewi.us/notes/golang":                      "https://lewi.us/notes/golang",
		"nobody#1":                                  "",
		"k/k#1a":                                    "",
		"javascript:alert(1)":                       "",
		"a.b/<script>":                              "",
		"//evil.example/x":                          "",
		"just-words":                                "",
		"":                                          "",
	} {
		got, ok := SourceURL(source)
		if ok != (want != "") || ok && got != want {
			t.Errorf("SourceURL(%q) = %q, %t, want %q", source, got, ok, want)
		}
	}
}
