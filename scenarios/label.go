package scenarios

import (
	_ "embed"
	"strings"
)

// Labels of steps are short, and many lessons share them; so they are translated in one
// file a language: "wait and LIST = …", with * for what differs.
//
//go:embed labels.zh.txt
var labelsZH string

var labels = map[string][][2]string{"zh": readLabels(labelsZH)}

func readLabels(text string) (pairs [][2]string) {
	for line := range strings.Lines(text) {
		if from, to, ok := strings.Cut(strings.TrimSpace(line), " = "); ok && !strings.HasPrefix(line, "#") {
			// "t = *s: resync" has the sign in it: it is cut in the middle.
			if strings.Count(line, " = ") == 3 {
				parts := strings.Split(strings.TrimSpace(line), " = ")
				from, to = parts[0]+" = "+parts[1], parts[2]+" = "+parts[3]
			}
			pairs = append(pairs, [2]string{from, to})
		}
	}
	return pairs
}

// Label is a step's label in a language, as it stands in the lesson where it is not
// translated: "MODIFIED p1@11" is the same everywhere.
func Label(lang, label string) string {
	best, out := -1, label
	for _, p := range labels[lang] {
		fixed := strings.Split(p[0], "*")
		said := len(p[0]) - len(fixed) + 1 // of several that fit, the one that says most
		if parts, ok := fits(fixed, label); ok && said > best {
			best, out = said, p[1]
			for _, part := range parts {
				out = strings.Replace(out, "*", part, 1)
			}
		}
	}
	return out
}

// fits parts text at the fixed pieces and returns what stands between them.
func fits(fixed []string, text string) (between []string, ok bool) {
	rest, ok := strings.CutPrefix(text, fixed[0])
	if !ok || len(fixed) == 1 {
		return nil, ok && rest == ""
	}
	for i, piece := range fixed[1:] {
		at := strings.Index(rest, piece)
		if i == len(fixed)-2 { // the last one reaches to the end
			at = len(rest) - len(piece)
			if !strings.HasSuffix(rest, piece) {
				return nil, false
			}
		}
		if at < 0 {
			return nil, false
		}
		between, rest = append(between, rest[:at]), rest[at+len(piece):]
	}
	return between, true
}
