package page

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/wasm/still"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// node is an element of a document that is none.
type node struct {
	app.Value
	name, text string
	attrs      map[string]string
	parent     *node
	kids       []*node
	calls      *int // of all elements
}

func (n *node) Get(string) app.Value   { return n.parent }
func (n *node) Equal(v app.Value) bool { return v == app.Value(n) }
func (n *node) Set(_ string, v any)    { *n.calls++; n.text = v.(string) }
func (n *node) leave() {
	n.parent.kids = slices.Delete(n.parent.kids, n.place(), n.place()+1)
	n.parent = nil
}
func (n *node) place() int                { return slices.Index(n.parent.kids, n) }
func (n *node) take(kid *node, place int) { n.kids, kid.parent = slices.Insert(n.kids, place, kid), n }

func (n *node) Call(name string, args ...any) app.Value {
	*n.calls++
	switch name {
	case "createElementNS":
		return &node{Value: noBrowser, name: args[1].(string), attrs: map[string]string{}, parent: &node{}, calls: n.calls}
	case "setAttribute":
		n.attrs[args[0].(string)] = args[1].(string)
	case "removeAttribute":
		delete(n.attrs, args[0].(string))
	case "appendChild":
		n.take(args[0].(*node), len(n.kids))
	case "insertBefore":
		place := len(n.kids)
		if next, ok := args[1].(*node); ok {
			place = next.place()
		}
		n.take(args[0].(*node), place)
	case "replaceWith":
		n.parent.take(args[0].(*node), n.place())
		n.leave()
	case "remove":
		n.leave()
	default:
		panic(name)
	}
	return nil
}

func (n *node) String() string {
	out := n.name
	for _, a := range slices.Sorted(maps.Keys(n.attrs)) {
		out += " " + a + "=" + n.attrs[a]
	}
	return out + fmt.Sprintf(" %q %v", n.text, n.kids)
}

// paper is a window whose document has such elements.
type paper struct {
	app.BrowserWindow
	root *node
}

func (p paper) Get(string) app.Value { return p.root }

// treeOf is a random tree; what an element is called and holds repeats often.
func treeOf(dice *rand.Rand, deep int) still.Node {
	n := still.Node{Name: []string{"g", "path", "text"}[dice.IntN(3)]}
	for _, name := range []string{"d", "fill", "x"} {
		if dice.IntN(3) > 0 {
			n.Attrs = append(n.Attrs, still.Attr{Name: name, Value: []string{"1", "2"}[dice.IntN(2)]})
		}
	}
	switch {
	case n.Name == "text":
		n.Text = []string{"", "a", "b"}[dice.IntN(3)]
	case deep > 0:
		for range dice.IntN(5) {
			n.Children = append(n.Children, treeOf(dice, deep-1))
		}
	}
	return n
}

// changedAt is the tree with one element that is another, gone or new.
func changedAt(dice *rand.Rand, n still.Node) still.Node {
	n.Children = slices.Clone(n.Children)
	if len(n.Children) == 0 {
		return treeOf(dice, 1)
	}
	switch i := dice.IntN(len(n.Children)); dice.IntN(4) {
	case 0:
		n.Children = slices.Delete(n.Children, i, i+1)
	case 1:
		n.Children = slices.Insert(n.Children, i, treeOf(dice, 1))
	default:
		n.Children[i] = changedAt(dice, n.Children[i])
	}
	return n
}

// A picture that is drawn over another one is the same as one that is drawn on its own, and what is the
// same already is left alone.
func TestAPictureDrawnOverAnotherIsAsDrawnAlone(t *testing.T) {
	calls := 0
	root := &node{name: "document", attrs: map[string]string{}, calls: &calls}
	window = func() app.BrowserWindow { return paper{app.Window(), root} }
	t.Cleanup(func() { window = app.Window })
	over, afresh := 0, 0
	for i := range 300 {
		dice := rand.New(rand.NewPCG(7, uint64(i)))
		in := &node{name: "div", calls: &calls}
		var d *drawn
		n := treeOf(dice, 3)
		for range 6 {
			calls = 0
			d = d.show(in, n)
			over += calls
			calls = 0
			alone := mount(n)
			afresh += calls
			if got, want := fmt.Sprint(in.kids), "["+fmt.Sprint(alone.el)+"]"; got != want {
				t.Fatalf("session %d: drawn over what was there it is\n%s\nwant\n%s", i, got, want)
			}
			calls = 0
			if d = d.show(in, n); calls != 0 {
				t.Fatalf("session %d: drawn again %d things are done to %s", i, calls, strings.TrimSpace(fmt.Sprint(d.el)))
			}
			if dice.IntN(4) == 0 {
				n = treeOf(dice, 3)
			} else {
				n = changedAt(dice, n)
			}
		}
	}
	if over*2 > afresh {
		t.Errorf("drawing over takes %d calls, drawing afresh %d: want less than half", over, afresh)
	}
}
