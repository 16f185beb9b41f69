package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/raster"
	"github.com/informerscope/informerscope/web/locales"
)

// Options say what is written. Index, Web and Docs are needed.
type Options struct {
	Index     []byte            // the page
	Web       fs.FS             // its files, with the program
	Docs      fs.FS             // the docs, in Markdown
	Commands  *cobra.Command    // what the docs tell of; nil is none
	Base      string            // where the site will be found, with a slash at its end; "" where nobody knows
	Scenarios string            // a folder of lessons that become a course of their own; "" is none
	Quality   int               // of brotli, 0 to 11
	Progress  func(line string) // is told how far it is; nil is not

	Scale float64  // pixels of a PNG for each of the picture; 0 is 1.5
	Only  []string // the lessons to write pages of, for a quick look; nil is all
}

// v1 is the folder of the program. Its name is a promise: what a link says below it stays understood.
const v1 = "v1/"

// site is one site in the making.
type site struct {
	Options
	tree      *Tree
	fonts     chan *raster.Fonts // one for each that draws: they are no one else's while they are used
	app       string             // the folder of the program's files, "v1/web-0123456789abcdef/"
	css       string             // "assets/site-01234567.css"
	registers string             // "assets/offline-01234567.js"
	done      atomic.Int32
	covers    sync.Map          // language and id → panel, the picture that stands for a lesson
	ownFiles  map[string][]byte // of --scenarios
}

// Make makes the site in memory.
func Make(ctx context.Context, o Options) (*Tree, error) {
	if _, err := fs.Stat(o.Web, "dist/app.wasm"); err != nil {
		return nil, errors.New("the page's program is not in this build: run make wasm first")
	}
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	if o.Scale == 0 {
		o.Scale = 1.5
	}
	if old, err := strange(o.Web); err != nil {
		return nil, err
	} else if len(old) > 0 {
		o.Progress(fmt.Sprintf("warning: the page's program was built of other files than this command, %s: its lessons and words are not those of the pages around it; run make wasm, and build the command again", some(old)))
	}
	s := &site{Options: o, tree: &Tree{}}
	own, err := s.readOwn(o.Scenarios)
	if err != nil {
		return nil, err
	}
	s.fonts = make(chan *raster.Fonts, runtime.GOMAXPROCS(0))
	for range cap(s.fonts) {
		f, err := raster.LoadFonts(o.Web, nil, nil)
		if err != nil {
			return nil, err
		}
		s.fonts <- f
	}
	if err := s.program(); err != nil {
		return nil, err
	}
	if err := s.single(); err != nil {
		return nil, err
	}
	if err := s.assets(); err != nil {
		return nil, err
	}
	var work []func() error
	lessons := append(scenarios.InOrder(), own...)
	for _, l := range lessons {
		if s.Only != nil && !slices.Contains(s.Only, l.ID) {
			continue
		}
		work = append(work, func() error {
			if err := s.lesson(l); err != nil {
				return fmt.Errorf("%s: %w", l.ID, err)
			}
			s.Progress(fmt.Sprintf("%d of %d lessons: %s", s.done.Add(1), len(lessons), l.ID))
			return nil
		})
	}
	if err := each(ctx, work); err != nil {
		return nil, err
	}
	if err := s.shelves(own); err != nil {
		return nil, err
	}
	if err := s.docs(); err != nil {
		return nil, err
	}
	if err := s.examples(); err != nil {
		return nil, err
	}
	s.siteMap()
	if err := s.offline(); err != nil {
		return nil, err
	}
	s.Progress("packing")
	return s.tree, s.pack(ctx)
}

// strange names the lessons and words of ours that the page's program does not have: it was built before or after. They
// stand in it as they are written.
func strange(web fs.FS) (names []string, err error) {
	program, err := fs.ReadFile(web, "dist/app.wasm")
	if err != nil {
		return nil, err
	}
	has := func(name, text string) {
		if !bytes.Contains(program, []byte(text)) {
			names = append(names, name)
		}
	}
	for _, lang := range locales.Langs() {
		data, _ := locales.JSON(lang)
		has(lang+".json", string(data))
	}
	for _, l := range scenarios.List() {
		for _, name := range []string{l.ID + ".iq", l.ID + "." + scenarios.Languages[1] + ".md"} {
			if text, err := scenarios.Files(name); err == nil {
				has(name, text)
			}
		}
	}
	return names, nil
}

// some names the first of them.
func some(names []string) string {
	if n := len(names) - 3; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:3], ", "), n)
	}
	return strings.Join(names, ", ")
}

// each does all of the work, on as many cores as there are, and returns the first error.
func each(ctx context.Context, work []func() error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	jobs := make(chan func() error)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for job := range jobs {
				if err := job(); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, job := range work {
		if ctx.Err() != nil {
			break
		}
		jobs <- job
	}
	close(jobs)
	wg.Wait()
	return context.Cause(ctx)
}

// program copies the page and its files. Their folder is called by the sum of all that is in it, so that a
// browser may keep them for good; the page in front keeps its name.
func (s *site) program() error {
	sum := sha256.New()
	all := map[string][]byte{}
	err := fs.WalkDir(s.Web, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		data, err := fs.ReadFile(s.Web, name)
		if err != nil || packed(name) || reveals(name) {
			return err
		}
		fmt.Fprintf(sum, "%s %d\n", name, len(data))
		sum.Write(data)
		all[name] = data
		return nil
	})
	if err != nil {
		return err
	}
	folder := "web-" + hex.EncodeToString(sum.Sum(nil)[:8]) + "/"
	s.app = v1 + folder
	for name, data := range all {
		s.tree.Put(s.app+name, data)
	}
	script, err := files.ReadFile("assets/offline.js")
	if err != nil {
		return err
	}
	s.registers = s.hashed("assets/offline.js", script)
	index := bytes.ReplaceAll(s.Index, []byte("web/"), []byte(folder))
	index = bytes.Replace(index, []byte("</head>"), []byte(`<script src="`+up(v1)+s.registers+`" defer></script>`+"\n</head>"), 1)
	s.tree.Put(v1+"index.html", index)
	for _, name := range []string{"embed.js", "embed.d.ts"} { // their names are a promise, too
		data, err := fs.ReadFile(s.Web, name)
		if err != nil {
			return err
		}
		s.tree.Put(v1+name, data)
	}
	return nil
}

// hashed adds a file of the site's own under the sum of its content, and returns its name.
func (s *site) hashed(name string, data []byte) string {
	sum := sha256.Sum256(data)
	ext := path.Ext(name)
	name = strings.TrimSuffix(name, ext) + "-" + hex.EncodeToString(sum[:6]) + ext
	s.tree.Put(name, data)
	return name
}
