package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"sigs.k8s.io/yaml"
)

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

func TestAnArchiveSaysNothingOfWhoMadeItWhen(t *testing.T) {
	files := []entry{{"informerscope", 0o755, []byte("program")}, {"LICENSE", 0o644, []byte("text")}}
	for _, zipped := range []bool{false, true} {
		var a, b bytes.Buffer
		if err := errors.Join(pack(&a, zipped, files, noon), pack(&b, zipped, files, noon.In(time.FixedZone("", 3600)).UTC())); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("zipped %t: two archives of the same files differ", zipped)
		}
		if got, want := unpacked(t, a.Bytes(), zipped), "informerscope -rwxr-xr-x program, LICENSE -rw-r--r-- text"; got != want {
			t.Errorf("zipped %t: holds %q, want %q", zipped, got, want)
		}
	}
}

// unpacked tells what an archive holds, and sees that all of it is of noon and nobody's.
func unpacked(t *testing.T, archive []byte, zipped bool) string {
	t.Helper()
	var held []string
	holds := func(name string, mode fmt.Stringer, at time.Time, in io.Reader) {
		data, err := io.ReadAll(in)
		if err != nil || !at.Equal(noon) {
			t.Errorf("%s is of %v (%v), want %v", name, at, err, noon)
		}
		held = append(held, fmt.Sprintf("%s %v %s", name, mode, data))
	}
	if zipped {
		z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			in, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			holds(f.Name, f.Mode(), f.Modified, in)
		}
		return strings.Join(held, ", ")
	}
	gz, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(gz); ; {
		h, err := r.Next()
		if err == io.EOF {
			return strings.Join(held, ", ")
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Gname != "" {
			t.Errorf("%s belongs to %d %q", h.Name, h.Uid, h.Uname)
		}
		holds(h.Name, h.FileInfo().Mode(), h.ModTime, r)
	}
}

func TestKrewFindsEachPlatformsArchive(t *testing.T) {
	r := release{version: "v1.2.3"}
	sums := map[string]string{}
	for i, p := range platforms {
		sums[r.archive(p)] = strings.Repeat(string(rune('a'+i)), 64)
	}
	text, err := r.manifest(sums)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Spec struct {
			Version   string
			Platforms []struct {
				Selector         struct{ MatchLabels map[string]string }
				URI, Sha256, Bin string
			}
		}
	}
	if err := yaml.Unmarshal(text, &got); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if len(got.Spec.Platforms) != len(platforms) || got.Spec.Version != r.version {
		t.Errorf("krew finds version %q for %d platforms, want %s for %d", got.Spec.Version, len(got.Spec.Platforms), r.version, len(platforms))
	}
	for _, p := range got.Spec.Platforms {
		on := platform{p.Selector.MatchLabels["os"], p.Selector.MatchLabels["arch"]}
		if want := r.archive(on); !strings.HasSuffix(p.URI, "/releases/download/v1.2.3/"+want) || p.Sha256 != sums[want] || p.Bin != on.binary() {
			t.Errorf("on %v krew takes %s, %s of %s; want %s", on, p.Bin, p.Sha256, p.URI, want)
		}
	}
}

func TestTheBillHasWhatAnyProgramHas(t *testing.T) {
	list := func(platform string, names ...string) []byte {
		self := "pkg:golang/" + ours + "@v1.2.3"
		var components []map[string]string
		for _, n := range names {
			components = append(components, map[string]string{"bom-ref": "pkg:golang/" + n, "name": n, "version": "v1"})
		}
		text, err := json.Marshal(map[string]any{
			"bomFormat":    "CycloneDX",
			"metadata":     map[string]any{"component": map[string]any{"bom-ref": self, "name": ours, "properties": []string{platform}}},
			"components":   components,
			"dependencies": []any{map[string]any{"ref": self, "dependsOn": names}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	text, modules, err := bill([][]byte{list("linux", "cobra", "yaml"), list("windows", "cobra", "mousetrap")})
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		BomFormat    string
		Components   []struct{ Name string }
		Dependencies []struct{ DependsOn []string }
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	want := []string{"cobra", "mousetrap", "yaml"}
	if len(got.Components) != 3 || len(modules) != 3 || len(got.Dependencies) != 1 || !slices.Equal(got.Dependencies[0].DependsOn, want) || got.BomFormat != "CycloneDX" || bytes.Contains(text, []byte("windows")) {
		t.Errorf("the bill is %s, want %v once each and no platform", text, want)
	}
	text, err = withScripts(text, []byte(`{"packages": {"": {"name": "x"}, "node_modules/@codemirror/view": {"version": "6.1.0", "license": "MIT"}}}`))
	if err != nil || strings.Count(string(text), `"bom-ref"`) != 5 || !strings.Contains(string(text), `"pkg:npm/%40codemirror/view@6.1.0"`) {
		t.Errorf("with the editor's packages the bill is %s, %v; want one more", text, err)
	}
	if _, _, err := bill([][]byte{[]byte(`{"metadata": {"component": {"name": "another"}}}`)}); err == nil {
		t.Error("a bill of another program is taken")
	}
}

func TestVersionsAreThoseOfModules(t *testing.T) {
	for version, want := range map[string]bool{"v0.1.0": true, "v1.20.3-rc.1": true, "0.1.0": false, "v1.2": false, "v1.02.3": false, "v1.2.3 -X main.x=y": false, "": false} {
		if got := versionForm.MatchString(version); got != want {
			t.Errorf("version %q is taken: %t, want %t", version, got, want)
		}
	}
}
