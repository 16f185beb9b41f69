package main

import (
	"bytes"
	"context"
	"crypto/x509"
	"regexp"
	"strings"
	"testing"

	informerscope "github.com/informerscope/informerscope"
	"github.com/informerscope/informerscope/server/cli"
	"github.com/informerscope/informerscope/server/cli/clitest"
	"github.com/informerscope/informerscope/server/serve"
)

// command runs informerscope in this process.
func command(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return called(t, stdin, append([]string{"/usr/bin/informerscope"}, args...)...)
}

// called runs it under any name.
func called(t *testing.T, stdin string, argv ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(context.Background(), argv, strings.NewReader(stdin), &out, &errs, serve.Page{Index: informerscope.IndexHTML, Web: informerscope.Web})
	return code, out.String(), errs.String()
}

// Whichever command it is, a mistake is one line with what was seen and what to do.
func TestMistakesOnTheCommandLine(t *testing.T) {
	for args, says := range map[string]string{
		"frob":                        `unknown command "frob": want check, completion, explore, help, play, record, render, serve or site; see informerscope --help`,
		"play S01 S02":                "2 arguments \"S01\" \"S02\": want informerscope play [FILE|LESSON] [flags]; see informerscope play --help",
		"rendr S02":                   `unknown command "rendr" (did you mean "render"?); see informerscope --help`,
		"render S02 -o - --step two":  `--step "two": want a whole number; see informerscope render --help`,
		"render S02 -o - --scale big": `--scale "big": want a number; see informerscope render --help`,
	} {
		code, _, stderr := command(t, "", strings.Fields(args)...)
		if code != 2 || !strings.Contains(stderr, says) {
			t.Errorf("%s = %d %q, want 2 %q", args, code, stderr, says)
		}
	}
}

// What a step is called is in the language of what is said about it, on a sheet and as text.
func TestStepsHaveTheirNamesInChinese(t *testing.T) {
	const name = "两个事件，按值" // "two events, by value"
	_, svg, _ := command(t, "", "render", "S12", "--sheet", "--lang", "zh", "-o", "-")
	_, played, _ := command(t, "", "play", "S12", "--lang", "zh")
	if !strings.Contains(clitest.WellFormed(t, svg), name) || !strings.Contains(played, name) {
		t.Errorf("%q is not said on both the sheet and the text of S12", name)
	}
}

func TestVersionAndHelp(t *testing.T) {
	code, out, _ := command(t, "", "--version")
	if code != 0 || !regexp.MustCompile(`^informerscope dev.*; lessons verified against client-go v0\.37\.2 and controller-runtime v0\.25\.2; go\S+ \w+/\w+\n$`).MatchString(out) {
		t.Errorf("--version = %d %q", code, out)
	}
	for _, args := range []string{"--help", "check --help", "play --help", "render --help", "serve --help"} {
		code, out, _ := command(t, "", strings.Fields(args)...)
		if code != 0 || !strings.Contains(out, "Examples:\n  informerscope ") {
			t.Errorf("%s has no examples: %s", args, out)
		}
		for _, line := range strings.Split(out, "\n") {
			if strings.HasPrefix(line, "  -") || strings.HasPrefix(line, "      --") {
				continue // flags are laid out by their length
			}
			if n := cli.Columns(line); n > 100 {
				t.Errorf("%s: %d columns: %s", args, n, line)
			}
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if code, out, _ := command(t, "", "completion", shell); code != 0 || !strings.Contains(out, "informerscope") {
			t.Errorf("completion %s = %d", shell, code)
		}
	}
}

// Where the system has no certificates, those of the public authorities are in the program. They can be given once.
func TestTheProgramTrustsPublicAuthorities(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("nobody has said whom to trust where the system does not say")
		}
	}()
	x509.SetFallbackRoots(x509.NewCertPool())
}

func TestTheCommandAloneSaysWhatThereIs(t *testing.T) {
	if code, out, _ := command(t, ""); code != 0 || !strings.Contains(out, "serve") || strings.Contains(out, "testcluster") {
		t.Errorf("exit %d, said %q: want serve in it, and no testcluster", code, out)
	}
}

// As a plugin of kubectl's it speaks of itself as people call it there, and kubectl's shell completion is answered.
func TestKubectlRunsItAsAPlugin(t *testing.T) {
	const plugin, completer = "/home/x/.krew/bin/kubectl-informerscope", "/home/x/.krew/bin/kubectl_complete-informerscope"
	for _, args := range []string{"", "--help", "serve --help", "play --help", "render --help", "check --help", "site --help"} {
		code, out, _ := called(t, "", append([]string{plugin}, strings.Fields(args)...)...)
		if code != 0 || !strings.Contains(out, "\n  kubectl informerscope ") || regexp.MustCompile(`(?m)^ *informerscope `).MatchString(out) || strings.Contains(out, "completion") {
			t.Errorf("kubectl informerscope %s = %d, and speaks of another command: %s", args, code, out)
		}
	}
	for _, c := range []struct {
		argv []string
		code int
		says string
	}{
		{[]string{`kubectl-informerscope.exe`, "frob"}, 2, "see kubectl informerscope --help"},
		{[]string{plugin, "serve", "--demo", "--context", "x"}, 2, "informerscope: --demo and --context exclude each other"},
		{[]string{plugin, "serve", "--kubeconfig", "/none/config", "-n", "Shop"}, 2, `--namespace "Shop" is not`},
		{[]string{completer, "ser"}, 0, "serve\t"},
		{[]string{completer, "serve", "--cont"}, 0, "--context\t"},
		{[]string{completer, "play", "first-l"}, 0, "first-light\t"},
	} {
		code, out, stderr := called(t, "", c.argv...)
		if code != c.code || !strings.Contains(out+stderr, c.says) {
			t.Errorf("%q = %d %q, want %d %q", c.argv, code, out+stderr, c.code, c.says)
		}
	}
}
