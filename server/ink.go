package main

import (
	"strings"

	"golang.org/x/text/width"

	"github.com/informerscope/informerscope/wasm/film"
)

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

// columns is how many columns of a terminal s takes; escape sequences take none.
func columns(s string) int {
	n, escape := 0, false
	for _, r := range s {
		switch {
		case r == '\x1b':
			escape = true
		case escape:
			escape = r != 'm'
		default:
			n += runeColumns(r)
		}
	}
	return n
}

func runeColumns(r rune) int {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// wrap breaks s into lines of at most most columns: at blanks, and between the characters of
// scripts that have none.
func wrap(s string, most int) []string {
	var lines []string
	line, room := "", most
	for _, piece := range pieces(s) {
		w := columns(piece)
		if w > room && line != "" && !strings.Contains(film.Closers, firstRune(piece)) {
			lines = append(lines, strings.TrimRight(line, " "))
			line, room, piece = "", most, strings.TrimLeft(piece, " ")
			w = columns(piece)
		}
		line += piece
		room -= w
	}
	return append(lines, strings.TrimRight(line, " "))
}

func firstRune(s string) string {
	for _, r := range s {
		return string(r)
	}
	return ""
}

// pieces are what a line may be broken between: words with the blank before them, and single
// wide characters.
func pieces(s string) []string {
	var out []string
	start, escape := 0, false
	for i, r := range s {
		switch {
		case r == '\x1b':
			escape = true
		case escape:
			escape = r != 'm'
		case i > start && (r == ' ' || runeColumns(r) == 2):
			out = append(out, s[start:i])
			start = i
		}
	}
	return append(out, s[start:])
}
