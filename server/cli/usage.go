package cli

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/informerscope/informerscope/core/sim"
)

// UsageError is a mistake on the command line: exit 2. Every other error is exit 1. It says
// what was seen, what was expected, and where to read on.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }

func (e UsageError) Unwrap() error { return e.Err }

// Usagef is a UsageError of these words.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Args makes the mistakes that check finds usage errors.
func Args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) == nil {
			return nil
		}
		if cmd.HasSubCommands() {
			var names []string
			for _, c := range cmd.Commands() {
				if !c.Hidden {
					names = append(names, c.Name())
				}
			}
			return Usagef("unknown command %q%s; see %s --help", args[0], sim.Instead(args[0], names), cmd.CommandPath())
		}
		seen := Count(len(args), "argument")
		for _, a := range args {
			seen += fmt.Sprintf(" %q", a)
		}
		return Usagef("%s: want %s; see %s --help", seen, cmd.UseLine(), cmd.CommandPath())
	}
}

var (
	flagNamed = regexp.MustCompile(`--[a-z][a-z-]*`)
	badValue  = regexp.MustCompile(`^invalid argument (".*") for ".*--([a-z-]+)" flag: `)
)

// badFlag tells of a flag that is not known, or of its value.
func badFlag(cmd *cobra.Command, err error) error {
	var unknown interface{ GetSpecifiedName() string }
	if m := badValue.FindStringSubmatch(err.Error()); m != nil {
		err = fmt.Errorf("--%s %s: want a %s", m[2], m[1], kinds[cmd.Flags().Lookup(m[2]).Value.Type()])
	} else if errors.As(err, &unknown) && len(unknown.GetSpecifiedName()) > 1 {
		name := "--" + unknown.GetSpecifiedName()
		if cmd.Flags().Lookup(unknown.GetSpecifiedName()) != nil { // it is known: pflag says so, too, of one without its value
			err = fmt.Errorf("%s: want a value behind it", name)
		} else {
			err = fmt.Errorf("unknown flag %s%s", name, sim.Suggest(name, flagNamed.FindAllString(cmd.Flags().FlagUsages(), -1)))
		}
	}
	return Usagef("%w; see %s --help", err, cmd.CommandPath())
}

// kinds are the types of flags as people say them.
var kinds = map[string]string{"int": "whole number", "float64": "number", "bool": "true or false", "duration": "duration such as 30s"}
