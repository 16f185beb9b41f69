package site

import (
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/informerscope/informerscope/server/cli"
)

// Command is site; index and web are the page and its files, docs is its documentation.
func Command(index []byte, web, docs fs.FS) *cobra.Command {
	o := Options{Index: index, Web: web, Docs: docs, Quality: 11}
	dir, fast := "", false
	cmd := &cobra.Command{
		Use:   "site -o DIR",
		Short: "Write the page as a folder that any web server can serve",
		Long: `site writes everything into a folder: the page, and around it pages that need no script: the
course, a gallery, one page a lesson with its pictures and a sheet to print, the docs. The folder
works from any web server, at / or below, and needs nothing behind it. Files that are fetched often
lie there packed as well, as name.br and name.gz.

--base says where the folder will be found. With it, pages carry what others read from afar: canonical
links, pictures for link previews, oEmbed and a site map.

The folder may hold an earlier site: what is no longer in it is removed. Files that are not ours are
left alone.`,
		Example: `  informerscope site -o public
  informerscope site -o public --base https://docs.example.org/informerscope/
  informerscope site -o public --scenarios lessons/`,
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if dir == "" {
				return cli.Usagef("-o is missing: name the folder to write, such as public")
			}
			var err error
			if o.Base, err = base(o.Base); err != nil {
				return err
			}
			if fast {
				o.Quality = 1
			}
			o.Commands = cmd.Root()
			began := time.Now()
			o.Progress = func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), line) }
			tree, err := Make(cmd.Context(), o)
			if err != nil {
				return err
			}
			if err := tree.WriteTo(dir); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %.1f MB, in %.0f s; how to serve it: docs/hosting.html\n", dir, cli.Count(len(tree.Names()), "file"), float64(tree.Size())/1e6, time.Since(began).Seconds())
			return nil
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringVarP(&dir, "output", "o", "", "`folder` to write; it is made")
	set.StringVar(&o.Base, "base", "", "`URL` at which the folder will be found")
	set.StringVar(&o.Scenarios, "scenarios", "", "`folder` of .iq files of yours, which get pages as the course has")
	set.BoolVar(&fast, "fast", false, "pack quickly instead of well")
	return cmd
}

// base is the address with a slash at its end; "" stays so.
func base(s string) (string, error) {
	if s == "" {
		return "", nil
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return "", cli.Usagef("--base %q: want an address such as https://docs.example.org/informerscope/", s)
	}
	return strings.TrimSuffix(u.String(), "/") + "/", nil
}
