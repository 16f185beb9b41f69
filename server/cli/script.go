package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/informerscope/informerscope/scenarios"
)

// Script is a scenario as somebody gave it to us.
type Script struct {
	Name string // as given; "stdin" for -
	Path string // "" when it is not a file
	Text string
}

// Extension is that of scenario files.
const Extension = ".iq"

// NotThere says why a file cannot be read, without the verb of the system.
func NotThere(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no such file or folder", name)
	}
	if cause := errors.Unwrap(err); cause != nil {
		err = cause
	}
	return fmt.Errorf("%s: %w", name, err)
}

// Read takes in one scenario, at most as many bytes as a lesson has.
func Read(name string, stdin io.Reader) (Script, error) {
	s := Script{Name: name, Path: name}
	in := stdin
	if name == "-" {
		s = Script{Name: "stdin"}
	} else {
		f, err := os.Open(name)
		if err != nil {
			return s, NotThere(name, err)
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return s, fmt.Errorf("%s: a folder: want a file in it", name)
		}
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, scenarios.MaxBytes+1))
	if err != nil {
		return s, NotThere(s.Name, err)
	}
	if len(data) > scenarios.MaxBytes {
		return s, fmt.Errorf("%s: more than %d bytes; a lesson has at most so many: cut it into several", s.Name, scenarios.MaxBytes)
	}
	s.Text = string(data)
	return s, nil
}

// Parse reads the script, also that of an exercise, and the translations that lie beside it as <name>.<lang>.md.
func (s Script) Parse() (l *scenarios.Lesson, err error) {
	if scenarios.IsExercise(s.Text) {
		var x *scenarios.Exercise
		if x, err = scenarios.ParseExercise(s.Name, s.Text); err == nil {
			l = x.Lesson
		}
	} else {
		l, err = scenarios.Parse(s.Name, s.Text)
	}
	if err != nil {
		return nil, err
	}
	if s.Path == "" {
		return l, nil
	}
	return l, s.translate(l)
}

var tag = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)

func (s Script) translate(l *scenarios.Lesson) error {
	dir, base := filepath.Split(s.Path)
	stem := strings.TrimSuffix(base, Extension) + "."
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
		prose, err := Read(dir+e.Name(), nil)
		if err != nil {
			return err
		}
		if err := l.Translate(prose.Name, lang, prose.Text); err != nil {
			return err
		}
	}
	return nil
}
