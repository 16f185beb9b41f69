package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/text"
)

// Lesson finds what a person named: a lesson of the course by its id, place or number, a file, or -
// for standard input.
func Lesson(name string, stdin io.Reader) (*scenarios.Lesson, error) {
	if l := scenarios.Find(name); l != nil {
		return l, nil
	}
	if _, err := os.Stat(name); name != "-" && err != nil {
		if !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(name, "./\\") {
			return nil, NotThere(name, err)
		}
		return nil, fmt.Errorf("%s: neither a file nor a lesson%s; the lessons are listed by: informerscope play", name, sim.Suggest(name, lessonIDs()))
	}
	s, err := Read(name, stdin)
	if err != nil {
		return nil, err
	}
	return s.Parse()
}

func lessonIDs() []string {
	var ids []string
	for _, l := range scenarios.List() {
		ids = append(ids, l.ID)
	}
	return ids
}

// Engine is the engine that was asked for, or the one the page would take.
func Engine(l *scenarios.Lesson, engine string) (string, error) {
	if engine == "" {
		return l.Engines[len(l.Engines)-1], nil
	}
	if !slices.Contains(l.Engines, engine) {
		return "", Usagef("--engine %q: this lesson runs on %s%s", engine, strings.Join(l.Engines, ", "), sim.Suggest(engine, l.Engines))
	}
	return engine, nil
}

// CompleteLessons offers the lessons, and files that end in .iq.
func CompleteLessons(_ *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var found []string
	for _, l := range scenarios.List() {
		if strings.HasPrefix(l.ID, start) {
			found = append(found, l.ID+"\t"+l.Title)
		}
	}
	if len(found) == 0 {
		return []string{"iq"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return found, cobra.ShellCompDirectiveNoFileComp
}

// CompleteFlags offers the values of --engine and --lang.
func CompleteFlags(cmd *cobra.Command) {
	// These fail only for a flag that is not there, which the tests would show.
	_ = cmd.RegisterFlagCompletionFunc("engine", cobra.FixedCompletions(append([]string{"workqueue"}, sim.Engines()...), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(text.Langs(), cobra.ShellCompDirectiveNoFileComp))
}

// Lang sees that there is such a language.
func Lang(lang string) (string, error) {
	if !slices.Contains(text.Langs(), lang) {
		return "", Usagef("--lang %q: want %s", lang, strings.Join(text.Langs(), ", "))
	}
	return lang, nil
}
