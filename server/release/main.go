package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// release is what is asked for.
type release struct {
	version string // such as v0.1.0
	commit  string
	time    time.Time // of the commit: the time of everything in the archives
	out     string
}

// platform is what a binary is for.
type platform struct{ OS, Arch string }

// platforms are those that a release has, in the order of its sums.
var platforms = []platform{
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"linux", "amd64"}, {"linux", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

func (p platform) binary() string {
	if p.OS == "windows" {
		return "informerscope.exe"
	}
	return "informerscope"
}

// archive is the name of a platform's archive.
func (r release) archive(p platform) string {
	ext := ".tar.gz"
	if p.OS == "windows" {
		ext = ".zip"
	}
	return fmt.Sprintf("informerscope_%s_%s_%s%s", r.version, p.OS, p.Arch, ext)
}

// versionForm is a version as Go modules and krew have it.
var versionForm = regexp.MustCompile(`^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`)

func main() {
	var r release
	var unix, only string
	flag.StringVar(&r.version, "version", "", "such as v0.1.0")
	flag.StringVar(&r.commit, "commit", "", "the commit that the folder holds")
	flag.StringVar(&unix, "time", "", "its time, in seconds since 1970")
	flag.StringVar(&r.out, "o", "", "an empty folder to write to")
	flag.StringVar(&only, "only", "", "one platform alone, such as linux/amd64, and nothing beside its archive")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: release -version V -commit C -time T -o DIR BILL.json…, with what cyclonedx-gomod found")
		flag.PrintDefaults()
	}
	flag.Parse()
	seconds, err := strconv.ParseInt(unix, 10, 64)
	if err == nil {
		r.time = time.Unix(seconds, 0).UTC()
		err = r.write(flag.Args(), only)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// write writes the release.
func (r release) write(bills []string, only string) error {
	if !versionForm.MatchString(r.version) {
		return fmt.Errorf("version %q: want one such as v0.1.0", r.version)
	}
	if _, err := os.Stat("web/dist/app.wasm"); err != nil {
		return fmt.Errorf("the page is not built, run make wasm: %w", err)
	}
	var lists [][]byte
	for _, name := range bills {
		list, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		lists = append(lists, list)
	}
	list, modules, err := bill(lists)
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(bills, ", "), err)
	}
	lock, err := os.ReadFile("web/bundle/package-lock.json")
	if err != nil {
		return err
	}
	if list, err = withScripts(list, lock); err != nil {
		return fmt.Errorf("web/bundle/package-lock.json: %w", err)
	}
	beside, err := r.beside(modules)
	if err != nil {
		return err
	}
	sums := map[string]string{}
	for _, p := range platforms {
		if only != "" && only != p.OS+"/"+p.Arch {
			continue
		}
		began := time.Now()
		program, err := r.build(p)
		if err != nil {
			return err
		}
		files := append([]entry{{p.binary(), 0o755, program}}, beside...)
		if sums[r.archive(p)], err = r.save(r.archive(p), func(w io.Writer) error { return pack(w, p.OS == "windows", files, r.time) }); err != nil {
			return err
		}
		fmt.Printf("%-48s %5.1f MB, the program %.1f MB, %.0f s\n", r.archive(p), megabytes(filepath.Join(r.out, r.archive(p))), float64(len(program))/1e6, time.Since(began).Seconds())
	}
	if only != "" {
		return nil
	}
	manifest, err := r.manifest(sums)
	if err != nil {
		return err
	}
	container, err := os.ReadFile("server/release/Containerfile")
	if err != nil {
		return err
	}
	for name, text := range map[string][]byte{
		"informerscope_" + r.version + ".cdx.json": list,
		"informerscope.yaml":                       manifest,
		"Containerfile":                            []byte(strings.ReplaceAll(string(container), "VERSION", r.version)),
	} {
		if sums[name], err = r.save(name, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
			return err
		}
	}
	_, err = r.save("SHA256SUMS", func(w io.Writer) error {
		for _, name := range slices.Sorted(maps.Keys(sums)) {
			if _, err := fmt.Fprintf(w, "%s  %s\n", sums[name], name); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// build is the program for a platform.
func (r release) build(p platform) ([]byte, error) {
	dir, err := os.MkdirTemp("", "release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, p.binary())
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.version="+r.version+" -X main.commit="+r.commit, "-o", name, "./server")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.OS, "GOARCH="+p.Arch)
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build for %s/%s: %w\n%s", p.OS, p.Arch, err, said)
	}
	program, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	here, err := os.Getwd()
	if err == nil && bytes.Contains(program, []byte(here)) {
		err = fmt.Errorf("the program for %s/%s has the name of this folder in it, %s: it would be another one elsewhere", p.OS, p.Arch, here)
	}
	return program, err
}

// save writes a file of the release and returns its sum.
func (r release) save(name string, write func(io.Writer) error) (sum string, err error) {
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return "", err
	}
	f, err := os.OpenFile(filepath.Join(r.out, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	h := sha256.New()
	if err := write(io.MultiWriter(f, h)); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func megabytes(name string) float64 {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return float64(info.Size()) / 1e6
}
