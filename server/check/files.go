package check

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/informerscope/informerscope/server/cli"
)

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
			return nil, cli.NotThere(arg, err)
		}
		before := len(names)
		err = filepath.WalkDir(arg, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if !d.IsDir() && strings.HasSuffix(name, cli.Extension) {
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
			return nil, fmt.Errorf("%s: no scenarios in this folder: want files that end in %s", arg, cli.Extension)
		}
	}
	return names, nil
}

// replace writes a file aside and moves it into its place, so that it is never half there. A
// link keeps leading to the file it leads to.
func replace(name, text string) error {
	name, err := filepath.EvalSymlinks(name)
	if err != nil {
		return cli.NotThere(name, err)
	}
	info, err := os.Stat(name)
	if err != nil {
		return cli.NotThere(name, err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file: it cannot be rewritten", name)
	}
	aside, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return cli.NotThere(name, err)
	}
	defer os.Remove(aside.Name())
	_, err = aside.WriteString(text)
	err = errors.Join(err, aside.Chmod(info.Mode().Perm()), aside.Sync(), aside.Close())
	if err != nil {
		return cli.NotThere(name, err)
	}
	return os.Rename(aside.Name(), name)
}
