package testcluster

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

const (
	modulePath     = ".ci/cluster/go.mod" // from the root of a checkout
	progressEvery  = 15 * time.Second
	lockRetryEvery = 200 * time.Millisecond
	outputLines    = 20 // of a failed program's output, kept for the error
)

// Binaries are the paths of the two programs a cluster is made of.
type Binaries struct {
	Etcd, APIServer string
}

// program is one main package of the module in .ci/cluster.
type program struct {
	file, pkg string
}

var (
	etcdProgram      = program{"etcd", "go.etcd.io/etcd/server/v3"}
	apiServerProgram = program{"kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver"}
	programs         = []program{etcdProgram, apiServerProgram}
)

// Build returns the paths of etcd and kube-apiserver, and first compiles them when the user's cache
// folder (os.UserCacheDir) does not hold them. Progress goes to log, one line at a time; when both are
// there, nothing is written. Two programs may call Build at once: one compiles, the other waits.
//
// Build reads .ci/cluster/go.mod, so the working directory has to be inside a checkout of Informerscope.
func Build(ctx context.Context, log io.Writer) (Binaries, error) {
	if log == nil {
		log = io.Discard
	}
	module, err := findModule()
	if err != nil {
		return Binaries{}, err
	}
	versions, err := readVersions(module)
	if err != nil {
		return Binaries{}, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return Binaries{}, fmt.Errorf("testcluster: no cache folder to build into; set XDG_CACHE_HOME or HOME: %w", err)
	}
	dir := filepath.Join(cache, "informerscope", versions.key())
	err = fill(ctx, dir, log, func(into string) error {
		return compile(ctx, filepath.Dir(module), versions, into, log)
	})
	if err != nil {
		return Binaries{}, err
	}
	return binariesIn(dir), nil
}

// findModule returns the path of .ci/cluster/go.mod in the checkout around the working directory.
func findModule() (string, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("testcluster: %w", err)
	}
	for dir := wd; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, filepath.FromSlash(modulePath))
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("testcluster: no %s in %s or above it: run this inside a checkout of Informerscope", modulePath, wd)
		}
	}
}

// versions is what decides which binaries a build gives.
type versions struct {
	kubernetes, etcd string // such as "v1.37.2"
	sums             [sha256.Size]byte
}

var (
	kubernetesLine = regexp.MustCompile(`(?m)^\s*(?:require )?k8s\.io/kubernetes (v\d+\.\d+\.\S+)`)
	etcdLine       = regexp.MustCompile(`(?m)^\s*(?:require )?go\.etcd\.io/etcd/server/v3 (v\d+\.\d+\.\S+)`)
)

// readVersions reads the go.mod at path and the go.sum beside it.
func readVersions(path string) (versions, error) {
	mod, err := os.ReadFile(path)
	if err != nil {
		return versions{}, fmt.Errorf("testcluster: %w", err)
	}
	sum, err := os.ReadFile(filepath.Join(filepath.Dir(path), "go.sum"))
	if err != nil {
		return versions{}, fmt.Errorf("testcluster: %w", err)
	}
	kubernetes, etcd := kubernetesLine.FindSubmatch(mod), etcdLine.FindSubmatch(mod)
	if kubernetes == nil || etcd == nil {
		return versions{}, fmt.Errorf("testcluster: %s requires no k8s.io/kubernetes or no go.etcd.io/etcd/server/v3: run go mod tidy there", path)
	}
	v := versions{kubernetes: string(kubernetes[1]), etcd: string(etcd[1])}
	v.sums = sha256.Sum256([]byte(strings.Join([]string{string(mod), string(sum), v.ldflags()}, "\x00")))
	return v, nil
}

// key names the cache folder: the versions for a reader, and a hash so that any other change to go.mod,
// go.sum or the flags builds anew.
func (v versions) key() string {
	return fmt.Sprintf("kubernetes-%s-etcd-%s-%s-%s-%x", v.kubernetes, v.etcd, runtime.GOOS, runtime.GOARCH, v.sums[:4])
}

// ldflags strips the binaries and tells them their version. A kube-apiserver that does not know its
// version answers /version with one that kubectl cannot parse.
func (v versions) ldflags() string {
	parts := strings.SplitN(strings.TrimPrefix(v.kubernetes, "v"), ".", 3)
	flags := []string{"-s", "-w"}
	for _, pkg := range []string{"k8s.io/component-base/version", "k8s.io/client-go/pkg/version"} {
		flags = append(flags,
			"-X "+pkg+".gitVersion="+v.kubernetes,
			"-X "+pkg+".gitMajor="+parts[0],
			"-X "+pkg+".gitMinor="+parts[1])
	}
	return strings.Join(flags, " ")
}

func binariesIn(dir string) Binaries {
	return Binaries{
		Etcd:      filepath.Join(dir, etcdProgram.file),
		APIServer: filepath.Join(dir, apiServerProgram.file),
	}
}

func built(dir string) bool {
	for _, p := range programs {
		if info, err := os.Stat(filepath.Join(dir, p.file)); err != nil || !info.Mode().IsRegular() {
			return false
		}
	}
	return true
}

// fill makes sure dir holds every program, calling compile at most once, under a lock that the system
// releases when its holder dies. compile gets an empty folder that becomes dir only when it succeeded, so
// whoever sees dir sees all of it.
func fill(ctx context.Context, dir string, log io.Writer, compile func(into string) error) error {
	if built(dir) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return fmt.Errorf("testcluster: %w", err)
	}
	unlock, err := lock(ctx, dir+".lock", func() {
		fmt.Fprintln(log, "testcluster: another program is building the binaries; waiting for it")
	})
	if err != nil {
		return err
	}
	defer unlock()
	if built(dir) {
		return nil
	}
	into := dir + ".tmp" // one name, so that a build cut short leaves nothing the next does not clear away
	if err := os.RemoveAll(into); err != nil {
		return fmt.Errorf("testcluster: %w", err)
	}
	if err := os.Mkdir(into, 0o755); err != nil {
		return fmt.Errorf("testcluster: %w", err)
	}
	defer os.RemoveAll(into)
	if err := compile(into); err != nil {
		return err
	}
	if !built(into) {
		return fmt.Errorf("testcluster: the build succeeded, but %s lacks a program", into)
	}
	if err := os.RemoveAll(dir); err != nil { // a folder that lost one of its files
		return fmt.Errorf("testcluster: %w", err)
	}
	if err := os.Rename(into, dir); err != nil {
		return fmt.Errorf("testcluster: %w", err)
	}
	return nil
}

// lock waits until this program alone holds the file at path. waiting is called once if another holds it.
func lock(ctx context.Context, path string, waiting func()) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("testcluster: %w", err)
	}
	for told := false; ; told = true {
		ok, err := tryLock(f)
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("testcluster: lock %s: %w", path, err)
		}
		if ok {
			return func() { f.Close() }, nil
		}
		if !told {
			waiting()
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, fmt.Errorf("testcluster: waiting for another program's build: %w", context.Cause(ctx))
		case <-time.After(lockRetryEvery):
		}
	}
}

// compile builds the programs one after the other: together they would need twice the memory (2.4 GiB).
func compile(ctx context.Context, moduleDir string, v versions, into string, log io.Writer) error {
	goTool, err := exec.LookPath("go")
	if err != nil {
		return fmt.Errorf("testcluster: building etcd and kube-apiserver needs Go in PATH: %w", err)
	}
	fmt.Fprintf(log, "testcluster: building etcd %s and kube-apiserver %s, once; about 5 minutes on 2 cores\n", v.etcd, v.kubernetes)
	// go leaves its work files when it is interrupted; here they go away with the folder.
	work := filepath.Join(into, "work")
	if err := os.Mkdir(work, 0o755); err != nil {
		return fmt.Errorf("testcluster: %w", err)
	}
	for _, p := range programs {
		began := time.Now()
		if err := compileOne(ctx, goTool, moduleDir, v, p, work, filepath.Join(into, p.file), log); err != nil {
			return err
		}
		fmt.Fprintf(log, "testcluster: built %s in %v\n", p.file, time.Since(began).Round(time.Second))
	}
	if err := os.RemoveAll(work); err != nil {
		return fmt.Errorf("testcluster: %w", err)
	}
	return nil
}

func compileOne(ctx context.Context, goTool, moduleDir string, v versions, p program, work, path string, log io.Writer) error {
	cmd := exec.CommandContext(ctx, goTool, compileArgs(v, p, path)...)
	cmd.Dir = moduleDir
	// A caller that cross-compiles its own tests still needs programs that run here.
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH, "GOTMPDIR="+work)
	cmd.Cancel = func() error { return interrupt(cmd.Process) }
	cmd.WaitDelay = 10 * time.Second
	out, in := io.Pipe()
	cmd.Stdout, cmd.Stderr = in, in
	c, err := startChild(cmd, os.Interrupt)
	if err != nil {
		return fmt.Errorf("testcluster: build %s: %w", p.file, err)
	}
	go func() {
		<-c.done
		in.Close()
	}()
	last := watchCompile(out, p, log)
	if c.err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return fmt.Errorf("testcluster: build %s: %w", p.file, context.Cause(ctx))
	}
	return fmt.Errorf("testcluster: build %s: %w\n%s", p.file, c.err, last)
}

func compileArgs(v versions, p program, path string) []string {
	return []string{"build", "-v", "-mod=readonly", "-buildvcs=false", "-ldflags", v.ldflags(), "-o", path, p.pkg}
}

// watchCompile reads the output of go build -v, a package or a download a line, until it ends, and says
// now and then how far the build is. It returns the last lines.
func watchCompile(out io.Reader, p program, log io.Writer) (last string) {
	var tail lastLines
	began, said, packages, downloads := time.Now(), time.Now(), 0, 0
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		switch line := lines.Text(); {
		case strings.HasPrefix(line, "go: downloading "):
			downloads++
		case !strings.ContainsAny(line, " \t#"):
			packages++
		default:
			tail.add(line)
		}
		if time.Since(said) < progressEvery {
			continue
		}
		said = time.Now()
		fmt.Fprintf(log, "testcluster: building %s: %d modules fetched, %d packages compiled, %v\n",
			p.file, downloads, packages, time.Since(began).Round(time.Second))
	}
	io.Copy(io.Discard, out) // a line too long for the scanner must not block the build
	return tail.String()
}

// lastLines keeps the last outputLines lines it is given.
type lastLines []string

func (l *lastLines) add(line string) {
	*l = append(*l, line)
	if over := len(*l) - outputLines; over > 0 {
		*l = (*l)[over:]
	}
}

func (l lastLines) String() string { return strings.Join(l, "\n") }

// tailOf returns the last lines of the file at path, or why it cannot be read.
func tailOf(path string) string {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return "(it wrote nothing)"
	}
	if err != nil {
		return err.Error()
	}
	var tail lastLines
	for line := range bytes.Lines(text) {
		tail.add(strings.TrimRight(string(line), "\n"))
	}
	return tail.String()
}
