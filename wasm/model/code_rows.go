package model

import (
	"slices"
	"strings"
	"unicode"

	"github.com/informerscope/informerscope/core"
)

// keywords are the words of the language that stand in functions.
var keywords = []string{"break", "case", "continue", "default", "else", "fallthrough", "for", "func", "if", "interface", "map", "range", "return", "struct", "switch", "type", "var"}

// CodeColumns is how many characters a row of code has at most.
const CodeColumns = 41

// Row is one row of code as it is shown: a line of the source, or a part of a long one.
type Row struct {
	Line  int // of Func.Lines
	Spans []Span
	Last  bool // the last row of its line
}

// Span is a piece of a row in one style.
type Span struct {
	Text  string
	Style byte // Plain, Word or Note
}

// The styles of code.
const (
	Plain byte = iota
	Word       // a word of the language
	Note       // a comment
)

// Rows lays a function out: two blanks for a tab, and what is longer than columns goes on in
// the next row, further in. Comments are filled anew.
func Rows(f *core.Func, columns int) []Row {
	var rows []Row
	for i, line := range filled(f.Lines) {
		if line == "" && f.Lines[i] != "" {
			continue // stands in a row before
		}
		text := []rune(strings.ReplaceAll(line, "\t", "  "))
		styles := styled(text)
		hang, prose := hanging(text), strings.HasPrefix(strings.TrimSpace(line), "//")
		for from, indent := 0, 0; ; {
			to := from + max(columns-indent, 8)
			last := to >= len(text)
			if last {
				to = len(text)
			} else {
				to = breakAt(text, from, to, prose)
			}
			row := Row{Line: i, Last: last}
			if indent > 0 {
				row.Spans = append(row.Spans, Span{Text: strings.Repeat(" ", indent)})
			}
			row.Spans = append(row.Spans, spans(text[from:to], styles[from:to])...)
			rows = append(rows, row)
			if last {
				break
			}
			for from = to; text[from] == ' '; from++ {
			}
			indent = hang
		}
	}
	return rows
}

// filled returns lines with each paragraph of a comment in its first line; the others of it
// are left empty.
func filled(lines []string) []string {
	out := slices.Clone(lines)
	first, indent := -1, ""
	for i, line := range lines {
		before, rest, ok := strings.Cut(line, "// ")
		if !ok || strings.TrimLeft(before, "\t") != "" || strings.HasPrefix(rest, " ") {
			first = -1
			continue
		}
		if first < 0 || before != indent {
			first, indent = i, before
			continue
		}
		out[first] += " " + rest
		out[i] = ""
	}
	return out
}

// hanging is how far in the rest of a long line begins.
func hanging(text []rune) int {
	n := 0
	for n < len(text) && text[n] == ' ' {
		n++
	}
	if strings.HasPrefix(string(text[n:]), "// ") {
		return n + 3
	}
	return n + 4
}

// breakAt is where the row text[from:most] ends: prose at its last blank; code, when that
// fills half the row, at the end of an argument, beside an operator, or else behind a bracket
// that opens. The blanks a line begins with are no place to break.
func breakAt(text []rune, from, most int, prose bool) int {
	for from < most && text[from] == ' ' {
		from++
	}
	last := func(least int, good func(at int) bool) int {
		for at := most; at > least; at-- {
			if good(at) {
				return at
			}
		}
		return 0
	}
	half, blank := (from+most)/2, func(at int) bool { return text[at] == ' ' }
	if !prose {
		at := last(half, func(at int) bool { return blank(at) && strings.ContainsRune(",;", text[at-1]) })
		if at == 0 {
			at = last(half, func(at int) bool {
				return blank(at) && (operator(text[at-1]) || at+2 < len(text) && operator(text[at+1]) && !unicode.IsLetter(text[at+2]))
			})
		}
		if at == 0 {
			at = last(half, func(at int) bool {
				return strings.ContainsRune("({", text[at-1]) && !strings.ContainsRune(")}", text[at])
			})
		}
		if at > 0 {
			return at
		}
	}
	if at := last(from, blank); at > 0 {
		return at
	}
	return most
}

func operator(c rune) bool { return strings.ContainsRune("+-*/=<>!&|", c) }

// styled gives each character of a line its style.
func styled(text []rune) []byte {
	out := make([]byte, len(text))
	for i := 0; i < len(text); {
		end := i + 1
		switch c := text[i]; {
		case c == '/' && end < len(text) && text[end] == '/':
			for ; i < len(text); i++ {
				out[i] = Note
			}
			return out
		case c == '"' || c == '\'' || c == '`':
			for end < len(text) && text[end] != c {
				if text[end] == '\\' && c != '`' {
					end++
				}
				end++
			}
			end++
		case unicode.IsLetter(c) || c == '_':
			for end < len(text) && (unicode.IsLetter(text[end]) || unicode.IsDigit(text[end]) || text[end] == '_') {
				end++
			}
			if slices.Contains(keywords, string(text[i:end])) {
				for at := i; at < end; at++ {
					out[at] = Word
				}
			}
		}
		i = end
	}
	return out
}

func spans(text []rune, styles []byte) []Span {
	var out []Span
	for from := 0; from < len(text); {
		to := from + 1
		for to < len(text) && styles[to] == styles[from] {
			to++
		}
		out = append(out, Span{string(text[from:to]), styles[from]})
		from = to
	}
	return out
}
