package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
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
		if !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(name, "./\\") && !place.MatchString(name) {
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

// place is how people name a lesson: the third of part 2 is 2.3.
var place = regexp.MustCompile(`^[0-9]+\.[0-9]+$`)

func lessonIDs() []string {
	var ids []string
	for _, l := range scenarios.List() {
		ids = append(ids, l.ID)
	}
	return ids
}

// On is what a lesson is played on: the queue and the engine that were asked for, or those that the page
// would take.
func On(l *scenarios.Lesson, engine, queue string) (on *scenarios.Lesson, its string, err error) {
	if queue != "" && !slices.Contains(l.Queues, queue) {
		return nil, "", Usagef("--queue %q: this lesson is told on %s%s", queue, strings.Join(l.Queues, ", "), sim.Suggest(queue, l.Queues))
	}
	if engine != "" && !slices.Contains(l.Engines, engine) {
		return nil, "", Usagef("--engine %q: this lesson runs on %s%s", engine, strings.Join(l.Engines, ", "), sim.Suggest(engine, l.Engines))
	}
	return l.On(queue), cmp.Or(engine, l.Engines[len(l.Engines)-1]), nil
}

// QueueHelp is what --queue is for.
var QueueHelp = "work `queue` to run on: " + strings.Join(sim.Queues(), ", ") + " (default: the first that the lesson lists)"

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

// CompleteFlags offers the values of --engine, --queue and --lang.
func CompleteFlags(cmd *cobra.Command) {
	// These fail only for a flag that is not there, which the tests would show.
	_ = cmd.RegisterFlagCompletionFunc("engine", cobra.FixedCompletions(append([]string{"workqueue"}, sim.Engines()...), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("queue", cobra.FixedCompletions(sim.Queues(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(text.Langs(), cobra.ShellCompDirectiveNoFileComp))
}

// Lang sees that there is such a language.
func Lang(lang string) (string, error) {
	if !slices.Contains(text.Langs(), lang) {
		return "", Usagef("--lang %q: want %s", lang, strings.Join(text.Langs(), ", "))
	}
	return lang, nil
}
