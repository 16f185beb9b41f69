package check

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/core/versions"
	"github.com/informerscope/informerscope/server/cli"
	"github.com/informerscope/informerscope/wasm/text"
)

// asked are the versions of --client-go, if it was given.
func asked(list []string, given bool) (on []versions.Version, err error) {
	if given && len(list) == 0 {
		list = []string{""}
	}
	for _, name := range list {
		if name == "all" {
			return versions.All, nil
		}
		v, err := versions.Parse(name)
		if err != nil {
			return nil, cli.Usagef("--%w", err)
		}
		on = append(on, v)
	}
	return on, nil
}

// oracles are started when they are asked first, and are for all scenarios.
type oracles struct {
	ctx     context.Context
	news    io.Writer
	quiet   bool
	running map[versions.Version]*versions.Oracle
}

func (o *oracles) close() {
	for _, one := range o.running {
		one.Close()
	}
}

func (o *oracles) of(v versions.Version) (one *versions.Oracle, err error) {
	if o.running[v] != nil {
		return o.running[v], nil
	}
	if _, err := versions.GoCommand(); err == nil && !v.Built() {
		fmt.Fprintf(o.news, "client-go %s is fetched and built, once: a minute or two\n", v)
	}
	if one, err = versions.Start(o.ctx, v); err != nil {
		return nil, err
	}
	if o.running == nil {
		o.running = map[versions.Version]*versions.Oracle{}
	}
	o.running[v] = one
	return one, nil
}

// check plays a scenario on each of the versions, and says what differs. An error is why it cannot be
// told.
func (o *oracles) check(s cli.Script, on []versions.Version, out io.Writer) (good bool, err error) {
	if good = true; len(on) == 0 {
		return true, nil
	}
	l, err := s.Parse()
	if err != nil {
		return false, err
	}
	for _, v := range on {
		say := func(verdict, more string) {
			fmt.Fprintf(out, "%-5s %s  client-go %s%s\n", verdict, text.Visible(s.Name), v, more)
		}
		if why := versions.Skipped(l, sim.ClientGoQueue); why != "" { // and nothing is built for it
			say("left", ": not run there: "+text.Visible(why))
			continue
		}
		one, err := o.of(v)
		if err != nil {
			return false, err
		}
		got, err := versions.Try(one, l, s.Text)
		if err != nil {
			one.Close()
			delete(o.running, v)
			return false, err
		}
		switch {
		case len(got.All) > 0:
			good = false
			say("FAIL", ": not as the scenario says, or as ours does on "+got.Engine)
			for _, d := range got.All {
				fmt.Fprintf(out, "    %s\n", indented(d, "      "))
			}
		case got.Compared() == 0:
			good = false
			say("FAIL", ": nothing could be compared: hold something where the world rests, such as q=[a] after a step")
		case !o.quiet:
			say("ok", fmt.Sprintf(": %s as on ours, %s", cli.Count(got.Compared(), "value"), got.Engine))
		}
	}
	return good, nil
}

// indented is a text of several lines, of which all but the first begin alike.
func indented(lines, begin string) string {
	var out []string
	for line := range strings.Lines(lines) {
		out = append(out, text.Visible(strings.ReplaceAll(strings.Trim(line, "\t\n"), "\t", " ")))
	}
	return strings.Join(out, "\n"+begin)
}
