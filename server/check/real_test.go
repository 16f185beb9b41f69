//go:build versions

package check

import (
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/versions"
	"github.com/informerscope/informerscope/server/cli/clitest"
)

func TestAScenarioIsPlayedOnClientGoItself(t *testing.T) {
	oldest, newest := versions.All[0], versions.Newest()
	code, stdout, stderr := command(t, "", "check", "--client-go", string(oldest)+","+newest.Short(), "testdata/check/holds.iq")
	for _, v := range []versions.Version{oldest, newest} {
		if want := "client-go " + string(v) + ": "; !strings.Contains(stdout, want) {
			t.Errorf("check --client-go does not say %q", want)
		}
	}
	if code != 0 || strings.Count(stdout, "as on ours") != 2 {
		t.Errorf("check --client-go = %d\n%s%s", code, stdout, stderr)
	}
	text := strings.Replace(clitest.Content(t, "testdata/check/holds.iq"), "q=[", "q=[z ", 1)
	code, stdout, _ = command(t, text, "check", "--client-go", string(oldest), "-")
	if code != 1 || !strings.Contains(stdout, "client-go "+string(oldest)+": not as the scenario says") || !strings.Contains(stdout, "the lesson says q=[z") {
		t.Errorf("check --client-go of what does not hold = %d\n%s", code, stdout)
	}
}
