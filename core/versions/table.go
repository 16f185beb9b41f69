package versions

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/machine"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
)

// Table says of lessons and versions of client-go what came of the one on the other.
type Table struct {
	Versions []Version
	Lessons  []*scenarios.Lesson
	Cells    map[string]map[Version]Outcome // by id of the lesson
	Streams  map[Version]bool               // whether informers stream their first list by themselves
	FIFOs    map[Version]string             // what informers run on by themselves
	Random   map[Version]Outcome            // of random scripts
	Scripts  int                            // how many of them
	Seed     uint64
}

// Fill runs all lessons of the course and a number of random scripts on some versions. An oracle that
// ends is named in the cell, and another takes the next lesson.
func Fill(ctx context.Context, versions []Version, scripts int, seed uint64, progress func(string)) (*Table, error) {
	t := &Table{Versions: versions, Lessons: ofClientGo(scenarios.List()), Cells: map[string]map[Version]Outcome{},
		Streams: map[Version]bool{}, FIFOs: map[Version]string{}, Random: map[Version]Outcome{}, Scripts: scripts, Seed: seed}
	for _, l := range t.Lessons {
		t.Cells[l.ID] = map[Version]Outcome{}
	}
	for _, v := range versions {
		if err := t.column(ctx, v, progress); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// ofClientGo are the lessons that a client-go can be asked about.
func ofClientGo(lessons []*scenarios.Lesson) []*scenarios.Lesson {
	return slices.DeleteFunc(slices.Clone(lessons), func(l *scenarios.Lesson) bool { return !slices.Contains(l.Queues, sim.ClientGoQueue) })
}

func (t *Table) column(ctx context.Context, v Version, progress func(string)) error {
	o, err := Start(ctx, v)
	if err != nil {
		return err
	}
	defer func() { o.Close() }()
	one := func(l *scenarios.Lesson, text string, order func([]string) []string) (Outcome, error) {
		out, err := try(o, l, text, order)
		if len(out.Ours) > 0 && out.Differs == "" {
			out.Differs = out.Ours[0].String()
		}
		if o.over == nil {
			return out, err
		}
		out.Differs, out.All = err.Error(), append(out.All, err.Error())
		o.Close()
		o, err = Start(ctx, v)
		return out, err
	}
	same := 0
	for _, l := range t.Lessons {
		text, err := scenarios.Files(l.ID + ".iq")
		if err != nil {
			return err
		}
		out, err := one(l, text, anyOrder)
		if err != nil {
			return fmt.Errorf("%s: %w", l.ID, err)
		}
		if t.Cells[l.ID][v] = out; out.Differs == "" && out.Skipped == "" {
			same++
		}
	}
	if t.FIFOs[v], t.Streams[v], err = o.facts(v.Engine()); err != nil {
		return err
	}
	random := Outcome{Seen: Seen{}}
	for i := range t.Scripts {
		l, text, err := Random(v.Engine(), t.Seed, i)
		if err != nil {
			return err
		}
		out, err := one(l, text, noOrder)
		if err != nil {
			return fmt.Errorf("random script %d of seed %d: %w\n%s", i, t.Seed, err, text)
		}
		for view, n := range out.Seen {
			random.Seen[view] += n
		}
		if random.Differs == "" && out.Differs != "" {
			random.Differs = fmt.Sprintf("script %d: %s\n%s", i, out.Differs, text)
		}
	}
	t.Random[v] = random
	progress(fmt.Sprintf("%s on %s: %d of %d lessons same, %d values; %d random scripts, %d values", v, v.Engine().Name, same, len(t.Lessons), t.compared(v), t.Scripts, random.Compared()))
	return nil
}

func (t *Table) compared(v Version) (n int) {
	for _, l := range t.Lessons {
		n += t.Cells[l.ID][v].Compared()
	}
	return n
}

// facts are what informers of this client-go run on as an engine, and whether they stream by themselves.
func (o *Oracle) facts(e *machine.Engine) (fifo string, streams bool, err error) {
	l, err := scenarios.Parse("facts.iq", "id: facts\ntitle: facts\nquestion: facts?\nengines: "+e.Name+"\nhandlers: h1=observe\nstart: list\nsources: k/k#1\n\nstart\nrun until idle\n")
	if err != nil {
		return "", false, err
	}
	d, err := drive(o, l, l.Engines[0])
	if err != nil {
		return "", false, err
	}
	for i := range l.Items {
		for j := range l.Items[i].Calls {
			if err := d.do(&l.Items[i].Calls[j]); err != nil {
				return "", false, err
			}
		}
	}
	fifo, _ = d.view("fifo")
	said, _ := d.view("streams")
	return fifo, said == "true", d.end()
}

// claimed is what an informer of an engine runs on, as facts has it.
func claimed(e *machine.Engine) string {
	switch {
	case e.Trays:
		return "DeltaFIFO"
	case e.Atomic:
		return "RealFIFO in batches, atomic"
	case e.Batch > 1:
		return "RealFIFO in batches"
	}
	return "RealFIFO"
}

// Marks are the letters of scenarios.Marks for a lesson.
func (t *Table) Marks(l *scenarios.Lesson) string {
	var b strings.Builder
	for _, v := range t.Versions {
		switch c := t.Cells[l.ID][v]; {
		case c.Skipped != "":
			b.WriteByte(scenarios.NotRun)
		case c.Differs != "":
			b.WriteByte(scenarios.Differs)
		default:
			b.WriteByte(scenarios.Same)
		}
	}
	return b.String()
}

// Data is scenarios/versions.txt.
func (t *Table) Data() string {
	var b strings.Builder
	b.WriteString("versions")
	for _, v := range t.Versions {
		fmt.Fprintf(&b, " %s", v)
	}
	b.WriteByte('\n')
	for _, l := range t.Lessons {
		fmt.Fprintf(&b, "%s %s %s\n", l.ID, t.Marks(l), l.Fingerprint())
	}
	return b.String()
}
