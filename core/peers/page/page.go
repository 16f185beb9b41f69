// Package page keeps sections of a page that programs write, each between its marks.
package page

import (
	"os"
	"strings"
)

// Write puts text between a page's marks of name, or with marks at its end.
func Write(page, name, text string) error {
	old, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	from, to := "<!-- "+name+" -->\n", "<!-- end of "+name+" -->\n"
	whole := string(old)
	head, rest, ok := strings.Cut(whole, from)
	_, tail, closed := strings.Cut(rest, to)
	if !ok || !closed {
		head, tail = strings.TrimRight(whole, "\n")+"\n\n", ""
	}
	return os.WriteFile(page, []byte(head+from+text+to+tail), 0o644)
}
