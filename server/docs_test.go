package main

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	informerscope "github.com/informerscope/informerscope"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/server/serve"
)

// shown are the command lines in a text, one a line.
var shown = regexp.MustCompile(`(?m)^\s*(?:\./|kubectl )?(informerscope .*)$`)

// A command line that the docs or a help text show is one that the program takes, of a lesson that is there.
func TestCommandLinesInTheDocsAreTaken(t *testing.T) {
	texts := docs(t)
	for _, c := range commands(serve.Page{}).Commands() {
		texts["help "+c.Name()] = c.Example
	}
	n := 0
	for name, text := range texts {
		for _, m := range shown.FindAllStringSubmatch(text, -1) {
			n++
			line, _, _ := strings.Cut(m[1], " | ")
			line, _, _ = strings.Cut(line, " #")
			root := commands(serve.Page{})
			root.InitDefaultCompletionCmd()
			root.InitDefaultVersionFlag()
			c, rest, err := root.Find(strings.Fields(line)[1:])
			if err == nil {
				err = c.ParseFlags(rest)
			}
			if err == nil {
				err = c.ValidateArgs(c.Flags().Args())
			}
			if err != nil {
				t.Errorf("%s: %s: %v", name, line, err)
				continue
			}
			if args := c.Flags().Args(); (c.Name() == "play" || c.Name() == "render") && len(args) > 0 && !strings.HasSuffix(args[0], ".iq") && scenarios.Find(args[0]) == nil {
				t.Errorf("%s: %s: there is no lesson %q", name, line, args[0])
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d command lines were found", n)
	}
}

// A flag or command that the docs name in code is one of ours.
func TestFlagsInTheDocsAreThere(t *testing.T) {
	all, names := commands(serve.Page{}).Commands(), []string{"completion"}
	for _, c := range all {
		names = append(names, c.Name())
	}
	flag, named := regexp.MustCompile("`--([a-z][a-z-]+)"), regexp.MustCompile("`informerscope ([a-z]+)")
	for name, text := range docs(t) {
		for _, m := range flag.FindAllStringSubmatch(text, -1) {
			if m[1] != "help" && m[1] != "version" && !slices.ContainsFunc(all, func(c *cobra.Command) bool { return c.Flags().Lookup(m[1]) != nil }) {
				t.Errorf("%s: no command has the flag --%s", name, m[1])
			}
		}
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(names, m[1]) {
				t.Errorf("%s: there is no command %s", name, m[1])
			}
		}
	}
}

// docs are the texts of the docs, by their files.
func docs(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	names, err := fs.Glob(informerscope.Docs, "web/docs/*.md")
	if err != nil || len(names) == 0 {
		t.Fatalf("the docs: %d files, %v", len(names), err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(informerscope.Docs, name)
		if err != nil {
			t.Fatal(err)
		}
		all[path.Base(name)] = string(text)
	}
	return all
}
