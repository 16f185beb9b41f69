package draw

import (
	"fmt"
	"strconv"
	"strings"
)

var kindNames = [...]string{Rect: "rect", Path: "path", Circle: "circle", Arc: "arc", Words: "words"}

var inkNames = [inks]string{"none", "bg", "panel", "text", "text2", "text3", "line", "line2", "dirty", "proc", "wait", "wait-tint",
	"ok", "err", "neutral", "dirty-tint", "proc-tint", "body", "body-edge", "plate", "lit", "soft"}

// String is the name of the ink, as in CSS variables.
func (i Ink) String() string {
	if i < inks {
		return inkNames[i]
	}
	return "ink" + strconv.Itoa(int(i))
}

// Lines prints shapes one a line, for goldens and bug reports: kind, place, paint, text, ID.
// Places are in whole and half pixels.
func Lines(shapes []Shape) string {
	var b strings.Builder
	for _, s := range shapes {
		b.WriteString(s.String())
		b.WriteByte('\n')
	}
	return b.String()
}

func half(v float64) string { return strconv.FormatFloat(float64(int(v*2+1e6+.5)-1e6)/2, 'f', -1, 64) }

// String prints the shape as one line.
func (s Shape) String() string {
	var b strings.Builder
	b.WriteString(kindNames[s.Kind])
	switch s.Kind {
	case Rect:
		fmt.Fprintf(&b, " %s,%s %sx%s", half(s.X), half(s.Y), half(s.W), half(s.H))
	case Circle:
		fmt.Fprintf(&b, " %s,%s r%s", half(s.X), half(s.Y), half(s.R))
	case Arc:
		fmt.Fprintf(&b, " %s,%s r%s %d%%", half(s.X), half(s.Y), half(s.R), int(s.Frac*100+.5))
	case Words:
		fmt.Fprintf(&b, " %s,%s %s%s", half(s.X), half(s.Y), half(s.Size), [...]string{"", " middle", " end"}[s.Anchor])
	case Path:
		for _, g := range s.Segs {
			b.WriteString(" " + string(g.Op))
			if g.Op != 'Z' {
				b.WriteString(half(g.X) + "," + half(g.Y))
			}
		}
	}
	if s.Fill != None {
		b.WriteString(" fill=" + s.Fill.String())
	}
	if s.Stroke != None {
		b.WriteString(" stroke=" + s.Stroke.String())
	}
	if s.Dash != [2]float64{} {
		b.WriteString(" dashed")
	}
	if s.Hatch != None {
		b.WriteString(" hatch=" + s.Hatch.String())
	}
	if s.Alpha > 0 && s.Alpha < 1 {
		fmt.Fprintf(&b, " alpha=%.2f", s.Alpha)
	}
	if s.Kind == Words {
		b.WriteString(" ")
		for _, r := range s.Runs {
			mark := ""
			if r.Bold {
				mark = "*"
			}
			if r.Mono {
				mark += "`"
			}
			b.WriteString(mark + r.Text + mark)
		}
	}
	if s.ID != "" {
		b.WriteString(" #" + s.ID)
	}
	return b.String()
}
