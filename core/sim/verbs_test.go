package sim

import (
	"strings"
	"testing"
)

// A row says all that is known of a verb, and no more: what it does stands in one of four
// places, a verb that acts asks for its actor, and a button says something.
func TestEveryVerbIsAWholeRow(t *testing.T) {
	if len(rows) != len(verbs) {
		t.Errorf("%d rows, %d names: a verb stands there twice", len(rows), len(verbs))
	}
	acts := map[string]bool{}
	for _, v := range rows {
		ways := 0
		for _, way := range []bool{v.do != nil, v.serve != nil, v.own, v.act != nil} {
			if way {
				ways++
			}
		}
		switch {
		case ways != 1:
			t.Errorf("%s does what it does in %d of do, serve, own and act, want one", v.name, ways)
		case v.help == "" || v.form.read == nil || v.form.print == nil && !v.form.script:
			t.Errorf("%s has no help or no form", v.name)
		case v.own != (v.who == anyActor):
			t.Errorf("%s: an actor's own action, and no other, wants any actor before it", v.name)
		case v.serve != nil && !v.server:
			t.Errorf("%s is done at the API server and does not need one", v.name)
		case v.server && v.who != nobody:
			t.Errorf("%s: the API server is nobody's", v.name)
		}
		for _, b := range v.buttons {
			if b.Act == "" || strings.Contains(b.Act, " ") || acts[b.Act] && b.Group != AtWorker {
				t.Errorf("%s: the button %q has no name of its own", v.name, b.Act)
			}
			acts[b.Act] = true
			if (b.Group == AtWorker) != (b.When == Free || b.When == Busy) && b.When != Always {
				t.Errorf("%s: its button waits for what its place does not know", v.name)
			}
		}
	}
}

// A press of a button is a command like any other.
func TestButtonsGiveCommandsThatLinksCanCarry(t *testing.T) {
	said := []string{}
	for g := AtQueue; g <= AtServer; g++ {
		for _, b := range Buttons(g) {
			c := b.Command
			if b.Keyed {
				c.Key = "a"
			}
			if b.Object {
				c.NS, c.Name = "default", "p1"
			}
			if g == AtWorker {
				c.Actor = "W1"
			}
			said = append(said, c.String())
			if back, err := ParseCommand(c.String()); err != nil || back != c {
				t.Errorf("the button %s gives %+v, which is read back as %+v, %v", b.Act, c, back, err)
			}
		}
	}
	want := "Add a|AddAfter a 5s|AddRateLimited a|Forget a|Done a|ShutDown|ShutDownWithDrain|restart|W1 Get|W1 Done a|W1 fail|W1 panic|" +
		"create default/p1|update default/p1|delete default/p1|bookmark|close|error(410)|partition|heal"
	if got := strings.Join(said, "|"); got != want {
		t.Errorf("the buttons give\n%s\nwant\n%s\na new button's command goes into want, in its place; a label with a Message into web/locales/*.json", got, want)
	}
}
