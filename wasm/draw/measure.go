package draw

import (
	_ "embed"
	"encoding/json"
	"math"
	"strings"
	"unicode/utf8"
)

// Text is measured with a table of advances, not with a font: browser and native place
// every label at the same pixel. The table holds printable ASCII in three styles and a few signs, in em;
// other characters count 0.55 em, and those of East Asian scripts 1 em.
//
//go:embed adv.json
var advJSON []byte

type advances struct {
	regular, Bold, mono [128]float64
	more                map[rune]float64 // the few others of the table, as regular
}

var adv = loadAdvances(advJSON)

func loadAdvances(data []byte) *advances {
	var raw map[string]map[string]float64
	if err := json.Unmarshal(data, &raw); err != nil {
		panic("draw: adv.json is not a table of advances: " + err.Error())
	}
	a := &advances{more: map[rune]float64{}}
	for style, to := range map[string]*[128]float64{"r": &a.regular, "b": &a.Bold, "m": &a.mono} {
		for i := range to {
			to[i] = other
		}
		for text, em := range raw[style] {
			r := []rune(text)
			switch {
			case len(r) != 1:
			case r[0] < 128:
				to[r[0]] = em
			case style == "r":
				a.more[r[0]] = em
			}
		}
	}
	return a
}

const other = 0.55 // em, of a character the table does not know

// wide reports whether r takes a full em: CJK, kana, hangul and full-width forms.
func wide(r rune) bool {
	return r >= 0x2E80 && r <= 0x9FFF || r >= 0xAC00 && r <= 0xD7AF || r >= 0xF900 && r <= 0xFAFF ||
		r >= 0xFE30 && r <= 0xFE4F || r >= 0xFF00 && r <= 0xFF60 || r >= 0x20000 && r <= 0x2FFFF
}

// TextWidth returns the width of s in px at size px.
func TextWidth(s string, size float64, bold, mono bool) float64 {
	table := &adv.regular
	switch {
	case mono:
		table = &adv.mono
	case bold:
		table = &adv.Bold
	}
	em := 0.0
	for _, r := range s {
		switch {
		case r < 128:
			em += table[r]
		case wide(r):
			em++
		case mono:
			em += 0.6
		case adv.more[r] != 0:
			em += adv.more[r]
		default:
			em += other
		}
	}
	return em * size
}

// Width returns the width of runs in px, at size where a run has none of its own.
func Width(runs []Run, size float64) float64 {
	w := 0.0
	for _, r := range runs {
		z := r.Size
		if z == 0 {
			z = size
		}
		w += TextWidth(r.Text, z, r.Bold, r.Mono)
	}
	return w
}

// Ellipsis shortens s in its middle so that it is at most width px wide; a name keeps both
// its beginning and its end, which is where generated names differ.
func Ellipsis(s string, width, size float64, bold, mono bool) string {
	if TextWidth(s, size, bold, mono) <= width {
		return s
	}
	r := []rune(s)
	for keep := len(r) - 1; keep > 1; keep-- {
		head := (keep + 1) / 2
		cut := string(r[:head]) + "…" + string(r[len(r)-(keep-head):])
		if TextWidth(cut, size, bold, mono) <= width {
			return cut
		}
	}
	return "…"
}

// shorten is Ellipsis for a piece of a sentence: it cuts its longest word, which is a name, and
// of a call what is in its brackets, so that the frame around it stays.
func shorten(s string, width, size float64, bold, mono bool) string {
	word := ""
	for _, w := range strings.Fields(s) {
		if len(w) > len(word) {
			word = w
		}
	}
	name := word
	if i := strings.IndexByte(word, '('); i > 0 && strings.HasSuffix(word, ")") {
		name = word[i+1 : len(word)-1]
	}
	room := width - (TextWidth(s, size, bold, mono) - TextWidth(name, size, bold, mono))
	short := Ellipsis(name, room, size, bold, mono)
	if framed := strings.Replace(s, name, short, 1); name != s && len(name) > 3 &&
		(short != "…" || name != word && TextWidth(framed, size, bold, mono) <= width) {
		return framed
	}
	return Ellipsis(s, width, size, bold, mono)
}

// Leading is as many whole words of s as fit into width, an ellipsis after them when some
// are left out; "" when not even the first fits. A Chinese character is a word.
func Leading(s string, width, size float64) string {
	for head, end := s, ""; ; end = "…" {
		if TextWidth(head+end, size, false, false) <= width {
			return head + end
		}
		last, n := utf8.DecodeLastRuneInString(head)
		at := len(head) - n
		if !wide(last) {
			at = strings.LastIndexByte(head, ' ')
		}
		if at <= 0 {
			return ""
		}
		head = strings.TrimRight(head[:at], " ,;:，；、")
	}
}

// Fit makes runs at most width px wide: first up to 12 % smaller, then by shortening the
// longest run in its middle.
func Fit(runs []Run, size, width float64) ([]Run, float64) {
	w := Width(runs, size)
	if w <= width || width <= 0 {
		return runs, size
	}
	runs = append([]Run(nil), runs...)
	k := math.Max(0.88, width/w)
	if size*k < 12 {
		k = math.Min(1, 12/size)
	}
	size *= k
	for i := range runs {
		runs[i].Size *= k
	}
	for over := Width(runs, size) - width; over > 0.01; over = Width(runs, size) - width {
		long, most := -1, 0.0
		for i, r := range runs {
			if rw := Width(runs[i:i+1], size); rw > most && len([]rune(strings.TrimSpace(r.Text))) > 1 {
				long, most = i, rw
			}
		}
		if long < 0 {
			break
		}
		r := &runs[long]
		z := r.Size
		if z == 0 {
			z = size
		}
		short := shorten(r.Text, most-over, z, r.Bold, r.Mono)
		if short == r.Text {
			break
		}
		r.Text = short
	}
	return runs, size
}

// Wrap breaks s into at most most lines, at spaces and around Chinese characters: the first is
// at most first px wide, the others width. What is left over stays in the last one.
func Wrap(s string, first, width, size float64, bold bool, most int) (lines []string) {
	room := first
	for len(lines) < most-1 && TextWidth(s, size, bold, false) > room {
		cut, before := 0, ' '
		for i, r := range s {
			if i > 0 && (r == ' ' || wide(r) || wide(before)) {
				if TextWidth(strings.TrimRight(s[:i], " "), size, bold, false) > room {
					break
				}
				cut = i
			}
			before = r
		}
		if cut == 0 && room == width {
			break // one word is wider than a line
		}
		lines, s = append(lines, strings.TrimRight(s[:cut], " ")), strings.TrimLeft(s[cut:], " ")
		room = width
	}
	return append(lines, s)
}
