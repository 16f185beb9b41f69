package cli

import (
	"fmt"
	"strings"

	"golang.org/x/text/width"

	"github.com/informerscope/informerscope/wasm/film"
	"github.com/informerscope/informerscope/wasm/text"
)

// Value is a state as a message has room for it.
func Value(v string) string { return text.Visible(Short(v, 400)) }

// Short cuts a text in the middle.
func Short(v string, most int) string {
	r := []rune(v)
	if len(r) <= most {
		return v
	}
	return string(r[:most*2/3]) + " … " + string(r[len(r)-most/3:])
}

// Count is "1 step" or "2 steps".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Columns is how many columns of a terminal s takes; escape sequences take none.
func Columns(s string) int {
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

// Wrap breaks s into lines of at most most columns: at blanks, and between the characters of
// scripts that have none.
func Wrap(s string, most int) []string {
	var lines []string
	line, room := "", most
	for _, piece := range pieces(s) {
		w := Columns(piece)
		if w > room && line != "" && !strings.Contains(film.Closers, firstRune(piece)) {
			lines = append(lines, strings.TrimRight(line, " "))
			line, room, piece = "", most, strings.TrimLeft(piece, " ")
			w = Columns(piece)
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
