// Package template stands in for text/template where the page's program is built: it knows what
// Ebitengine's built-in shaders are made with, conditions on fields, each on a line of its own.
// See .ci/wasm-overlay.
package template

import (
	"fmt"
	"io"
	"reflect"
	"strings"
)

// Template is a text with conditions.
type Template struct{ lines []string }

// New returns an empty template.
func New(string) *Template { return &Template{} }

// Must returns t.
func Must(t *Template, err error) *Template {
	if err != nil {
		panic(err)
	}
	return t
}

// Parse takes the text.
func (t *Template) Parse(text string) (*Template, error) {
	t.lines = strings.SplitAfter(text, "\n")
	return t, nil
}

// Execute writes the lines whose conditions hold of data's fields.
func (t *Template) Execute(w io.Writer, data any) error {
	type branch struct{ outer, taken, on bool }
	v := reflect.ValueOf(data)
	now, open := branch{on: true}, []branch{}
	for _, line := range t.lines {
		word, isAction := strings.CutPrefix(strings.TrimSpace(line), "{{")
		if !isAction {
			if strings.Contains(line, "{{") {
				return fmt.Errorf("template: %q has an action beside text", line)
			}
			if now.on {
				if _, err := io.WriteString(w, line); err != nil {
					return err
				}
			}
			continue
		}
		word, _ = strings.CutSuffix(word, "}}")
		cond, isIf := strings.CutPrefix(word, "if ")
		elseIf, isElseIf := strings.CutPrefix(word, "else if ")
		switch {
		case isIf:
			open = append(open, now)
			yes, err := holds(v, cond)
			if err != nil {
				return err
			}
			now = branch{outer: now.on, taken: yes, on: now.on && yes}
		case isElseIf:
			yes, err := holds(v, elseIf)
			if err != nil {
				return err
			}
			now.on = now.outer && !now.taken && yes
			now.taken = now.taken || yes
		case word == "else":
			now.on = now.outer && !now.taken
		case word == "end" && len(open) > 0:
			now, open = open[len(open)-1], open[:len(open)-1]
		default:
			return fmt.Errorf("template: unknown action %q", word)
		}
	}
	return nil
}

// holds reads ".Field" and "eq .Field .Field".
func holds(v reflect.Value, cond string) (bool, error) {
	words := strings.Fields(cond)
	field := func(i int) reflect.Value { return v.FieldByName(strings.TrimPrefix(words[i], ".")) }
	switch {
	case len(words) == 1 && field(0).IsValid():
		return !field(0).IsZero(), nil
	case len(words) == 3 && words[0] == "eq" && field(1).IsValid() && field(2).IsValid():
		return field(1).Equal(field(2)), nil
	}
	return false, fmt.Errorf("template: unknown condition %q", cond)
}
