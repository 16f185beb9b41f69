package serve

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"sigs.k8s.io/yaml"

	"github.com/informerscope/informerscope/server/gate"
)

func manifests(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "deploy", file))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "\n---\n")
}

// The arguments of the Deployment are ours: what is wrong outside a cluster is that there is none.
func TestTheDeploymentsArgumentsAreUnderstood(t *testing.T) {
	var d struct {
		Spec struct {
			Template struct{ Spec corev1.PodSpec }
		}
	}
	if err := yaml.Unmarshal([]byte(manifests(t, "deployment.yaml")[0]), &d); err != nil {
		t.Fatal(err)
	}
	container := d.Spec.Template.Spec.Containers[0]
	t.Setenv(container.Env[0].Name, "blue-whale-42")
	t.Setenv("KUBERNETES_SERVICE_HOST", "")
	if code, said := try(t, built, container.Args...); code != 2 || !strings.Contains(said, "KUBERNETES_SERVICE_HOST") {
		t.Errorf("serve %q ends with %d and %q, want it to miss a cluster", container.Args, code, said)
	}
}

// The account may read what is served by default, and nothing else.
func TestTheDeployedAccountMayReadWhatIsServed(t *testing.T) {
	var role rbacv1.ClusterRole
	if err := yaml.Unmarshal([]byte(manifests(t, "account.yaml")[1]), &role); err != nil {
		t.Fatal(err)
	}
	var may, want []string
	for _, rule := range role.Rules {
		if !slices.Equal(rule.Verbs, []string{"get", "list", "watch"}) || len(rule.APIGroups) != 1 {
			t.Errorf("rule %+v, want get, list, watch in one group", rule)
		}
		for _, r := range rule.Resources {
			may = append(may, strings.TrimSuffix(r+"."+rule.APIGroups[0], "."))
		}
	}
	for _, r := range gate.Default() {
		want = append(want, r.String())
	}
	slices.Sort(may)
	slices.Sort(want)
	if !slices.Equal(may, want) {
		t.Errorf("the account may read %v, served are %v", may, want)
	}
}
