package page

import (
	"errors"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
)

// What was refused is told in the reader's language; what the program itself says about it is
// quoted, since its words are those of scripts, links and the terminal.

// maxWhy bounds what is quoted, in characters.
const maxWhy = 500

// refusal is an error for the reader, with its line where it has one.
func (p *Page) refusal(err error) string {
	key, line, engine, why := "error.says", 0, "", err.Error()
	if at := (*scenarios.Error)(nil); errors.As(err, &at) && at.Line > 0 {
		key, line, engine, why = "error.line", at.Line, at.Engine, at.Text
	}
	if engine != "" {
		key = "error.line.engine"
	}
	return p.t(key, "line", strconv.Itoa(line), "engine", engine, "why", quoted(why))
}

func quoted(why string) string { return middle(shown(sim.PlainText(why)), maxWhy) }

// problem is a value of a link that it cannot have: which, and the message that says what it
// can be.
type problem struct{ key, name, value, want string }

// problemText tells what is wrong with a link, and that the rest of it holds.
func (p *Page) problemText(all []problem) string {
	var told []string
	for _, b := range all {
		told = append(told, p.t(b.key, "name", shown(b.name), "value", shown(b.value), "want", b.want))
	}
	if len(told) > 0 {
		told = append(told, p.t("link.rest"))
	}
	if p.lang() == "zh" {
		return strings.Join(told, "") // 。 is as wide as a blank with its dot
	}
	return strings.Join(told, " ")
}
