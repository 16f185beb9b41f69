// Command informerscope shows how client-go's informers and work queues work: it serves the page, and
// beside it a read-only gate to a cluster, real or made up.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	_ "golang.org/x/crypto/x509roots/fallback" // whom to trust where the system does not say, as in a container of nothing else

	informerscope "github.com/informerscope/informerscope"
	"github.com/informerscope/informerscope/server/check"
	"github.com/informerscope/informerscope/server/cli"
	"github.com/informerscope/informerscope/server/explore"
	"github.com/informerscope/informerscope/server/play"
	"github.com/informerscope/informerscope/server/record"
	"github.com/informerscope/informerscope/server/render"
	"github.com/informerscope/informerscope/server/serve"
	"github.com/informerscope/informerscope/server/site"
	"github.com/informerscope/informerscope/server/testcluster"
)

// grace is how long what runs may take to end once it was told to.
const grace = 15 * time.Second

func main() {
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal ends us politely; a second one, at once, and so does a read that
	// never returns.
	context.AfterFunc(ctx, func() {
		release()
		time.Sleep(grace)
		fmt.Fprintln(os.Stderr, "informerscope: ended while something did not answer")
		os.Exit(1)
	})
	os.Exit(run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr, serve.Page{Index: informerscope.IndexHTML, Web: informerscope.Web}))
}

// run is the command without the process: it returns the exit code.
func run(ctx context.Context, argv []string, stdin io.Reader, stdout, stderr io.Writer, files serve.Page) int {
	name, args := cli.Called(argv)
	root := commands(files)
	cli.Name(root, name)
	return cli.Run(ctx, root, args, stdin, stdout, stderr)
}

// commands is all that can be called.
func commands(files serve.Page) *cobra.Command {
	b := thisBuild()
	root := &cobra.Command{
		Use:   "informerscope",
		Short: "See how client-go's informers and work queues work",
		Long: `Informerscope shows, step by step, how a Kubernetes controller works inside: reflector,
FIFO, store, handlers, and the work queue with its dirty and processing sets.

serve opens it in a browser, with lessons, a playground and a live view of a cluster;
play, render, check and explore work on the same lessons, and on scenario files of your own.`,
		Example: `  informerscope serve --demo
  informerscope play dirty-and-processing
  informerscope render first-light --sheet -o first-light.png
  informerscope check mine.iq
  source <(informerscope completion bash)`,
		Version: b.String(),
		Args:    cli.Args(cobra.NoArgs),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.AddCommand(serve.Command(b.version, files), check.Command(), explore.Command(), play.Command(), record.Command(b.version), render.Command(files.Web), site.Command(files.Index, files.Web, informerscope.Docs), &cobra.Command{
		Use:    "testcluster",
		Short:  "Run a real etcd and kube-apiserver until interrupted",
		Hidden: true,
		Args:   cli.Args(cobra.NoArgs),
		RunE:   func(cmd *cobra.Command, _ []string) error { return testcluster.Run(cmd.Context(), cmd.OutOrStdout()) },
	})
	return root
}
