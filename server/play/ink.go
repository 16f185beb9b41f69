package play

import "strings"

// ink colours text for a terminal; the zero ink leaves it plain. A colour means what it
// means on the stage.
type ink struct{ on bool }

// styles by what they mean.
const (
	strong  = "1"
	quiet   = "2"
	slanted = "3"
	dirty   = "33"
	working = "34"
	waiting = "35"
	added   = "32"
	removed = "31"
)

func (k ink) paint(style, s string) string {
	if !k.on || style == "" || s == "" {
		return s
	}
	return "\x1b[" + style + "m" + s + "\x1b[0m"
}

// viewStyle is the colour of a part of the state.
func viewStyle(view string) string {
	switch view {
	case "d":
		return dirty
	case "p":
		return working
	case "heap", "rq":
		return waiting
	}
	return ""
}

// prose turns the marks of a beat, **bold**, *slanted* and `code`, into styles, or drops
// them.
func (k ink) prose(s string) string {
	for _, m := range []struct{ mark, style string }{{"**", strong}, {"*", slanted}, {"`", ""}} {
		parts := strings.Split(s, m.mark)
		if len(parts)%2 == 0 { // an odd mark stands for itself
			continue
		}
		for i := 1; i < len(parts); i += 2 {
			parts[i] = k.paint(m.style, parts[i])
		}
		s = strings.Join(parts, "")
	}
	return s
}
