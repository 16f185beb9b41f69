package machine

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/informerscope/informerscope/core/trace"
)

// events prints what was recorded since the last call.
func (p *pipeline) events(out *strings.Builder) {
	for _, e := range p.rec.Since(p.seen + 1) {
		p.seen = e.Seq
		first := " "
		if e.Flag&trace.First != 0 {
			first = "*"
		}
		info := e.Op.Info()
		fmt.Fprintf(out, "    %s %s", first, info.Name)
		if part := p.rec.Parts()[e.Part]; part.Kind == "listener" {
			fmt.Fprintf(out, " %s", part.Name)
		}
		if k := p.rec.Text(e.Key); k != "" {
			fmt.Fprintf(out, " %s", k)
		}
		switch {
		case info.Object && e.Val != 0:
			fmt.Fprintf(out, " %s", p.rec.Object(e.Val).RV)
		case e.Val != 0:
			fmt.Fprintf(out, " %q", p.rec.Text(e.Val))
		}
		p.numbers(out, e, info)
		fmt.Fprintln(out)
	}
}

func (p *pipeline) numbers(out *strings.Builder, e trace.Event, info trace.Info) {
	switch {
	case info.B == "type" && e.Op != trace.ReflEvent:
		fmt.Fprintf(out, " %s=%d type=%v", info.A, e.A, DeltaType(e.B))
	case e.Op == trace.FIFOReplace:
		var list []string
		for _, r := range p.rec.List(e.A, e.B) {
			list = append(list, p.rec.Text(r.Key)+"@"+p.rec.Object(r.Object).RV)
		}
		fmt.Fprintf(out, " %v", list)
	case e.Op == trace.ReflArm:
		fmt.Fprintf(out, " for=%v", time.Duration(e.A).Round(time.Millisecond))
	default:
		for i, name := range []string{info.A, info.B} {
			if name != "" && (name != "page" || e.A > 0) {
				fmt.Fprintf(out, " %s=%d", name, []int64{e.A, e.B}[i])
			}
		}
	}
	if info.Before != "code" && (e.Before != 0 || e.After != 0) {
		fmt.Fprintf(out, " %d>%d", e.Before, e.After)
	}
}

// look is the state of all machines.
func (p *pipeline) look() string {
	if p.fifo == nil {
		if p.refl == nil {
			return ""
		}
		return fmt.Sprintf("%v rv=%s", p.refl.State(), p.refl.RV())
	}
	var line []string
	p.fifo.Items(func(key string, d Delta[*item]) {
		s := d.Type.String()
		switch {
		case d.Unknown:
			s += " unknown " + key
		case key != "":
			s += " " + d.Obj.String()
		}
		line = append(line, s)
	})
	s := fmt.Sprintf("F=%v S=%v", line, p.store.List())
	for _, v := range p.store.IndexValues("node") {
		list, _ := p.store.ByIndex("node", v)
		s += fmt.Sprintf(" %s:%v", v, list)
	}
	s += fmt.Sprintf(" store=%s synced=%t", p.store.RV(), p.informer.Synced())
	var names []string
	for name := range p.names {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		m := p.mail[p.names[name]]
		s += fmt.Sprintf(" %s:%d/%d/%t", name, m.Len(), m.Outstanding(), m.Synced())
	}
	return s
}
