package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
)

// script is a scenario as somebody gave it to us.
type script struct {
	name string // as given; "stdin" for -
	path string // "" when it is not a file
	text string
}

// extension of scenario files.
const extension = ".iq"

// maxScripts bounds what one folder may hold.
const maxScripts = 10_000

// gather turns the arguments of a command into the names of files: a folder stands for the
// scenarios in it and below it; - is standard input.
func gather(args []string) ([]string, error) {
	var names []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if arg == "-" || err == nil && !info.IsDir() {
			names = append(names, arg)
			continue
		}
		if err != nil {
			return nil, notThere(arg, err)
		}
		before := len(names)
		err = filepath.WalkDir(arg, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if !d.IsDir() && strings.HasSuffix(name, extension) {
				names = append(names, name)
			}
			if len(names) > maxScripts {
				return fmt.Errorf("more than %d scenarios", maxScripts)
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", arg, err)
		}
		if len(names) == before {
			return nil, fmt.Errorf("%s: no scenarios in this folder: want files that end in %s", arg, extension)
		}
	}
	return names, nil
}

// notThere says why a file cannot be read, without the verb of the system.
func notThere(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no such file or folder", name)
	}
	if cause := errors.Unwrap(err); cause != nil {
		err = cause
	}
	return fmt.Errorf("%s: %w", name, err)
}

// notWritten says why a file cannot be written.
func notWritten(name string, err error) error {
	if cause := errors.Unwrap(err); cause != nil {
		err = cause
	}
	return fmt.Errorf("%s cannot be written: %w: name another file with -o", name, err)
}

// read takes in one scenario, at most as many bytes as a lesson has.
func read(name string, stdin io.Reader) (script, error) {
	s := script{name: name, path: name}
	in := stdin
	if name == "-" {
		s = script{name: "stdin"}
	} else {
		f, err := os.Open(name)
		if err != nil {
			return s, notThere(name, err)
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return s, fmt.Errorf("%s: a folder: want a file in it", name)
		}
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, scenarios.MaxBytes+1))
	if err != nil {
		return s, notThere(s.name, err)
	}
	if len(data) > scenarios.MaxBytes {
		return s, fmt.Errorf("%s: more than %d bytes; a lesson has at most so many: cut it into several", s.name, scenarios.MaxBytes)
	}
	s.text = string(data)
	return s, nil
}

// parse reads the script, and the translations that lie beside it as <name>.<lang>.md.
func (s script) parse() (*scenarios.Lesson, error) {
	l, err := scenarios.Parse(s.name, s.text)
	if err != nil {
		return nil, err
	}
	if s.path == "" {
		return l, nil
	}
	return l, s.translate(l)
}

var tag = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)

func (s script) translate(l *scenarios.Lesson) error {
	dir, base := filepath.Split(s.path)
	stem := strings.TrimSuffix(base, extension) + "."
	entries, err := os.ReadDir(filepath.Clean(dir))
	if err != nil {
		return nil // a pipe, say: nothing lies beside it
	}
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), stem)
		lang, md := strings.CutSuffix(rest, ".md")
		if !ok || !md || !tag.MatchString(lang) {
			continue
		}
		prose, err := read(dir+e.Name(), nil)
		if err != nil {
			return err
		}
		if err := l.Translate(prose.name, lang, prose.text); err != nil {
			return err
		}
	}
	return nil
}

// lesson finds what a person named: a lesson of the course by its id or number, a file, or -
// for standard input.
func lesson(name string, stdin io.Reader) (*scenarios.Lesson, error) {
	if l := scenarios.Find(name); l != nil {
		return l, nil
	}
	if _, err := os.Stat(name); name != "-" && err != nil {
		if !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(name, "./\\") {
			return nil, notThere(name, err)
		}
		return nil, fmt.Errorf("%s: neither a file nor a lesson%s; the lessons are listed by: informerscope play", name, sim.Suggest(name, lessonIDs()))
	}
	s, err := read(name, stdin)
	if err != nil {
		return nil, err
	}
	return s.parse()
}

func lessonIDs() []string {
	var ids []string
	for _, l := range scenarios.List() {
		ids = append(ids, l.ID)
	}
	return ids
}

// replace writes a file aside and moves it into its place, so that it is never half there. A
// link keeps leading to the file it leads to.
func replace(name, text string) error {
	name, err := filepath.EvalSymlinks(name)
	if err != nil {
		return notThere(name, err)
	}
	info, err := os.Stat(name)
	if err != nil {
		return notThere(name, err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file: it cannot be rewritten", name)
	}
	aside, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return notThere(name, err)
	}
	defer os.Remove(aside.Name())
	_, err = aside.WriteString(text)
	err = errors.Join(err, aside.Chmod(info.Mode().Perm()), aside.Sync(), aside.Close())
	if err != nil {
		return notThere(name, err)
	}
	return os.Rename(aside.Name(), name)
}

// engineOf is the engine that was asked for, or the one the page would take.
func engineOf(l *scenarios.Lesson, engine string) (string, error) {
	if engine == "" {
		return l.Engines[len(l.Engines)-1], nil
	}
	if !slices.Contains(l.Engines, engine) {
		return "", usagef("--engine %q: this lesson runs on %s%s", engine, strings.Join(l.Engines, ", "), sim.Suggest(engine, l.Engines))
	}
	return engine, nil
}
