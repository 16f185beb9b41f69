package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// Run runs the command without the process and returns the exit code: 0, 2 for a UsageError,
// 1 for every other error, which is printed to stderr in one line.
func Run(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(badFlag)
	root.SetArgs(append([]string{}, args...)) // nil would be the arguments of the process
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintln(stderr, root.Name()+":", err)
	if errors.As(err, new(UsageError)) {
		return 2
	}
	return 1
}
