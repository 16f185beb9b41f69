//go:build release

package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"sigs.k8s.io/yaml"
)

// This is make release-check: it looks at what make release has written.

// root is the repository's folder, made is where the release is.
var root, made = func() (string, string) {
	root, err := filepath.Abs("../..")
	if err != nil {
		panic(err)
	}
	return root, filepath.Join(root, ".bin", "release")
}()

var (
	asked = release{version: os.Getenv("VERSION")}
	here  = platform{runtime.GOOS, runtime.GOARCH}
)

// do runs a program and returns what it printed.
func do(t *testing.T, dir string, env []string, line ...string) string {
	t.Helper()
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(line, " "), err, out, said.String())
	}
	return strings.TrimSpace(string(out))
}

func sum(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// unpack unpacks a platform's archive into an empty folder and returns the program's name.
func unpack(t *testing.T, p platform) string {
	t.Helper()
	dir, archive := t.TempDir(), filepath.Join(made, asked.archive(p))
	if p.OS == "windows" {
		z, err := zip.OpenReader(archive)
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		if err := os.CopyFS(dir, z); err != nil {
			t.Fatal(err)
		}
	} else {
		do(t, dir, nil, "tar", "-xzf", archive)
	}
	return filepath.Join(dir, p.binary())
}

func TestReleaseSumsHold(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(made, "SHA256SUMS"))
	if err != nil {
		t.Fatalf("%v; run make release VERSION=%s first", err, asked.version)
	}
	listed := map[string]bool{"SHA256SUMS": true}
	for line := range strings.Lines(string(text)) {
		want, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		listed[name] = true
		if got := sum(t, filepath.Join(made, name)); got != want {
			t.Errorf("%s has the sum %s, listed is %s", name, got, want)
		}
	}
	files, err := os.ReadDir(made)
	if err != nil || len(files) != len(platforms)+4 {
		t.Errorf("a release of %d files (%v), want %d archives and 4 files", len(files), err, len(platforms))
	}
	for _, f := range files {
		if !listed[f.Name()] {
			t.Errorf("%s has no sum", f.Name())
		}
	}
}

// Each archive holds a program for its platform, and the licences.
func TestReleaseHasAProgramForEachPlatform(t *testing.T) {
	for _, p := range platforms {
		name := unpack(t, p)
		info, err := buildinfo.ReadFile(name)
		if err != nil {
			t.Errorf("%v: %v", p, err)
			continue
		}
		built := map[string]string{}
		for _, s := range info.Settings {
			built[s.Key] = s.Value
		}
		if built["GOOS"] != p.OS || built["GOARCH"] != p.Arch || built["CGO_ENABLED"] != "0" || built["-trimpath"] != "true" || built["vcs.revision"] != "" {
			t.Errorf("%v: the program was built with %v", p, built)
		}
		for beside, says := range map[string]string{"LICENSE": "Apache License", "README.md": "# Informerscope", "LICENSES-OF-OTHERS": "@codemirror/view"} {
			if text, err := os.ReadFile(filepath.Join(filepath.Dir(name), beside)); err != nil || !bytes.Contains(text, []byte(says)) {
				t.Errorf("%v: %s does not say %q (%v)", p, beside, says, err)
			}
		}
	}
}

// Unpacked in an empty folder, with an empty environment, it says its version and serves the page.
func TestReleaseRunsInAnEmptyFolder(t *testing.T) {
	name := unpack(t, here)
	commit := do(t, root, nil, "git", "rev-parse", "--short=12", "HEAD")
	if got, want := do(t, filepath.Dir(name), nil, name, "--version"), "informerscope "+asked.version+", commit "+commit+"; lessons verified"; !strings.HasPrefix(got, want) {
		t.Errorf("--version = %q, want %q…", got, want)
	}
	cmd := exec.CommandContext(t.Context(), name, "serve", "--demo", "--listen", "127.0.0.1:0")
	cmd.Dir, cmd.Env = filepath.Dir(name), []string{}
	serves(t, cmd, "")
}

// serves starts a server, and sees that it gives the page and a made-up cluster. At is where it listens, "" for where it says.
func serves(t *testing.T, cmd *exec.Cmd, at string) {
	t.Helper()
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Stderr = t.Output()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := false
	defer func() {
		if !ended {
			_ = cmd.Process.Kill()
		}
	}()
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("no URL: %v, %v", err, cmd.Wait())
	}
	if at == "" {
		at = strings.TrimSpace(url)
	}
	ready := time.Since(began)
	for path, want := range map[string]string{"": "<!doctype html>", "web/dist/app.wasm": "\x00asm", "api/v1/pods": `{"kind":"PodList"`, "healthz": "ok"} {
		resp, err := http.Get(at + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != 200 || !bytes.HasPrefix(bytes.ToLower(body), bytes.ToLower([]byte(want))) {
			t.Errorf("GET /%s = %d, %d bytes %.40q, %v; want 200 %q…", path, resp.StatusCode, len(body), body, err, want)
		}
	}
	t.Logf("serves after %d ms", ready.Milliseconds())
	_ = cmd.Process.Signal(syscall.SIGTERM)
	if ended = true; cmd.Wait() != nil {
		t.Error("it does not end in peace")
	}
}

// The same commit comes out as the same bytes, built in another folder and with nothing kept from before.
func TestReleaseComesOutTheSameElsewhere(t *testing.T) {
	dir := t.TempDir()
	began := time.Now()
	do(t, root, []string{"GOCACHE=" + filepath.Join(dir, "cache"), "TMPDIR=" + dir}, ".ci/release", asked.version, filepath.Join(dir, "again"), "-only", here.OS+"/"+here.Arch)
	got, want := sum(t, filepath.Join(dir, "again", asked.archive(here))), sum(t, filepath.Join(made, asked.archive(here)))
	if got != want {
		t.Errorf("%s is %s, built again it is %s", asked.archive(here), want, got)
	}
	t.Logf("built again in %.0f s: %s", time.Since(began).Seconds(), got)
}

// The bill names what Go says is in each program, in its version.
func TestReleaseHasABillOfAllThatIsInIt(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(made, "informerscope_"+asked.version+".cdx.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		BomFormat, SpecVersion string
		Metadata               struct {
			Component struct{ Name, Version string }
		}
		Components []struct {
			Name, Version string
			Licenses      []any
		}
	}
	if err := json.Unmarshal(text, &got); err != nil || got.BomFormat != "CycloneDX" || got.Metadata.Component.Version != asked.version {
		t.Fatalf("the bill is a %s of %v, %v", got.BomFormat, got.Metadata.Component, err)
	}
	listed := map[string]bool{}
	for _, c := range got.Components {
		listed[c.Name+" "+c.Version] = true
		if len(c.Licenses) == 0 && c.Name != "std" {
			t.Errorf("%s has no licence in the bill", c.Name)
		}
	}
	for _, p := range platforms {
		info, err := buildinfo.ReadFile(unpack(t, p))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range info.Deps {
			if !listed[d.Path+" "+d.Version] {
				t.Errorf("%v has %s %s in it, the bill does not", p, d.Path, d.Version)
			}
		}
	}
	t.Logf("%d modules", len(got.Components))
}

// krew takes the manifest, installs the plugin from its archive, and kubectl runs it.
func TestReleaseIsInstalledByKrew(t *testing.T) {
	manifest := filepath.Join(made, "informerscope.yaml")
	do(t, root, nil, ".bin/validate-krew-manifest", "-manifest", manifest, "-skip-install")
	var read struct {
		Spec struct {
			Platforms []struct{ URI, Sha256 string }
		}
	}
	if text, err := os.ReadFile(manifest); err != nil || yaml.Unmarshal(text, &read) != nil {
		t.Fatalf("krew's manifest: %v", err)
	}
	for _, p := range read.Spec.Platforms {
		if got := sum(t, filepath.Join(made, filepath.Base(p.URI))); got != p.Sha256 {
			t.Errorf("%s has the sum %s, the manifest says %s", p.URI, got, p.Sha256)
		}
	}
	home := t.TempDir()
	bin := filepath.Join(home, "bin")
	env := []string{"KREW_ROOT=" + home, "HOME=" + home, "KREW_NO_UPGRADE_CHECK=1", "PATH=" + bin + ":" + os.Getenv("PATH")}
	do(t, root, env, ".bin/krew", "install", "--manifest", manifest, "--archive", filepath.Join(made, asked.archive(here)))
	if err := os.Symlink("kubectl-informerscope", filepath.Join(bin, "kubectl_complete-informerscope")); err != nil {
		t.Fatal(err)
	}
	call, complete := []string{filepath.Join(bin, "kubectl-informerscope")}, []string{filepath.Join(bin, "kubectl_complete-informerscope")}
	if _, err := exec.LookPath("kubectl"); err == nil {
		call, complete = []string{"kubectl", "informerscope"}, []string{"kubectl", "__complete", "informerscope"}
	}
	t.Logf("called as %q", call)
	for _, c := range []struct {
		line []string
		want string
	}{
		{append(call, "--version"), "informerscope " + asked.version},
		{append(call, "serve", "--help"), "kubectl informerscope serve --context kind-kind"},
		{append(complete, "serve", "--kube"), "--kubeconfig\t"},
	} {
		if got := do(t, home, env, c.line...); !strings.Contains(got, c.want) {
			t.Errorf("%q = %q, want %q in it", c.line, got, c.want)
		}
	}
}

// An image is built for both machines; what is in it serves as an account that may do nothing, on files that cannot be written.
func TestReleaseServesFromAContainer(t *testing.T) {
	dir := t.TempDir()
	buildah := func(args ...string) string {
		return do(t, made, nil, append([]string{"buildah", "--root", dir + "/root", "--runroot", dir + "/run", "--storage-driver", "vfs"}, args...)...)
	}
	for _, arch := range []string{"arm64", "amd64"} {
		buildah("build", "--isolation", "chroot", "--platform", "linux/"+arch, "-t", "informerscope:"+arch, ".")
		var image struct {
			OCIv1 struct {
				Architecture string
				Config       struct {
					User            string
					Entrypoint, Cmd []string
					ExposedPorts    map[string]any
				}
				Rootfs struct {
					Diff []string `json:"diff_ids"`
				}
			}
		}
		if err := json.Unmarshal([]byte(buildah("inspect", "--type", "image", "informerscope:"+arch)), &image); err != nil {
			t.Fatal(err)
		}
		c := image.OCIv1.Config
		if _, port := c.ExposedPorts["8350"]; image.OCIv1.Architecture != arch || c.User != "65532:65532" || !port && c.ExposedPorts["8350/tcp"] == nil || strings.Join(c.Entrypoint, " ") != "/informerscope" {
			t.Errorf("the image for %s is %+v", arch, image.OCIv1)
		}
		if arch != runtime.GOARCH {
			continue
		}
		t.Run("serves", func(t *testing.T) {
			container := buildah("from", "--pull-never", "informerscope:"+arch)
			tree := buildah("mount", container)
			defer buildah("umount", container)
			do(t, dir, nil, "mount", "--bind", "-o", "ro", tree, tree)
			defer do(t, dir, nil, "umount", tree)
			if err := os.WriteFile(filepath.Join(tree, "x"), nil, 0o644); err == nil {
				t.Error("the files of the container can be written")
			}
			args := append([]string{}, c.Cmd...)
			for i := range args {
				args[i] = regexp.MustCompile(`:8350$`).ReplaceAllString(args[i], ":8399") // which may be free here
			}
			cmd := exec.CommandContext(context.WithoutCancel(t.Context()), c.Entrypoint[0], args...)
			cmd.Env, cmd.Dir = []string{}, "/"
			cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: tree, Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
			serves(t, cmd, "http://127.0.0.1:8399/")
		})
	}
}
