package model

import (
	"slices"
	"strings"
	"unicode"

	"github.com/informerscope/informerscope/core"
)

// keywords are the words of the language that stand in functions.
var keywords = []string{"break", "case", "continue", "default", "else", "fallthrough", "for", "func", "if", "interface", "map", "range", "return", "struct", "switch", "type", "var"}

// CodeColumns is how many characters a row of code has room for.
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

// Rows lays a function out: two blanks for a tab, and what is longer than CodeColumns goes on
// in the next row, further in. The doc comment is filled anew.
func Rows(f *core.Func) []Row {
	var rows []Row
	for i, line := range filled(f.Lines) {
		if line == "" && i > 0 && strings.HasPrefix(f.Lines[i], "// ") {
			continue // stands in a row before
		}
		text := []rune(strings.ReplaceAll(line, "\t", "  "))
		styles := styled(text)
		hang := hanging(text)
		for from, indent := 0, 0; ; {
			to := from + CodeColumns - indent
			last := to >= len(text)
			if last {
				to = len(text)
			} else {
				to = breakAt(text, from, to, indent == 0)
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

// filled returns lines with each paragraph of the doc comment in its first line; the others
// are left empty.
func filled(lines []string) []string {
	out := slices.Clone(lines)
	first := 0
	for i := 0; i < len(out) && strings.HasPrefix(out[i], "//"); i++ {
		rest, ok := strings.CutPrefix(out[i], "// ")
		if !ok || i == first {
			first = i
			if !ok {
				first = i + 1
			}
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

// breakAt is where the row text[from:most] ends: after its last blank, or else after a bracket
// or a comma, or else at most. The blanks a line begins with are no place to break.
func breakAt(text []rune, from, most int, first bool) int {
	begin := from
	for first && begin < most && text[begin] == ' ' {
		begin++
	}
	for at := most; at > begin+1; at-- {
		if text[at] == ' ' || text[at-1] == ' ' {
			return at
		}
	}
	for at := most; at > begin+8; at-- {
		if strings.ContainsRune("(,.{", text[at-1]) {
			return at
		}
	}
	return most
}

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
