package player

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core"
	"github.com/informerscope/informerscope/wasm/model"
)

// The panel of code has two tabs: the machine that does what the step is about, and the reader's
// own controller. Which was chosen last is kept, and a link says it while the panel is open.

// ownPanel is the tab of the reader's controller as it was shown last.
type ownPanel struct {
	chosen  string                  // the tab; "" before it was asked for
	sources map[string]*core.Source // by the slips in them
	key     codeKey
	own     model.Own
	cols    int
	of      *core.Func // whose rows
	rows    []model.Row
}

// codeTabKey is the name under which the browser keeps the tab.
const codeTabKey = "informerscope.code"

// OwnCode reports whether the tab of the reader's controller is chosen: by the link, or else by
// the reader before.
func (p *Player) OwnCode() bool { return p.CodeTab() == OwnCode }

// CodeTab is the tab that is chosen.
func (p *Player) CodeTab() string {
	if slices.Contains(CodeTabs, p.Hash.Code) {
		return p.Hash.Code
	}
	if p.own.chosen == "" {
		p.own.chosen = CodeTabs[0]
		if p.kept(codeTabKey) == OwnCode {
			p.own.chosen = OwnCode
		}
	}
	return p.own.chosen
}

// foldCode closes the panel, or opens it at the tab that was chosen last.
func (p *Player) foldCode() {
	if p.CodeOpen() {
		p.Hash.Code = "0"
	} else {
		p.Hash.Code = p.CodeTab()
	}
}

// ChooseCode chooses a tab of the code's panel: "1" the machine, OwnCode the reader's controller.
type ChooseCode struct{ Tab string }

func (m ChooseCode) do(p *Player) {
	p.Hash.Code, p.own.chosen = m.Tab, m.Tab
	keep := Keep{Name: codeTabKey}
	if m.Tab == OwnCode {
		keep.Text = OwnCode
	}
	p.emit(keep)
	p.emit(Focus{ID: CodeTabID + m.Tab, Stay: true})
}

// CodeTabs are the tabs in their order.
var CodeTabs = []string{"1", OwnCode}

// tabKey is what an arrow says on a tab; nil where the key is another.
func (p *Player) tabKey(k Key) Msg {
	i, n := slices.Index(CodeTabs, p.CodeTab()), len(CodeTabs)
	switch {
	case k.On.Role != "tab" || !p.HasCode() || !p.CodeOpen():
		return nil
	case k.Name == "ArrowRight":
		return ChooseCode{CodeTabs[(i+1)%n]}
	case k.Name == "ArrowLeft":
		return ChooseCode{CodeTabs[(i+n-1)%n]}
	case k.Name == "Home":
		return ChooseCode{CodeTabs[0]}
	case k.Name == "End":
		return ChooseCode{CodeTabs[n-1]}
	}
	return nil
}

// CodeTabID is how the ids of the tabs begin.
const CodeTabID = "code-tab-"

// Own returns the reader's controller beside the step that is shown. While time passes to that step
// nobody runs a line of it.
func (p *Player) Own() (model.Own, []model.Row) {
	k, asked, passing := p.codeKey(nil)
	slips := k.line.Slips(k.step, p.Head.World.Config().Handlers)
	k.slips = strings.Join(slips, " ")
	if asked.Source = p.own.sources[k.slips]; asked.Source == nil {
		if asked.Source = core.Own(slips...); p.own.sources == nil {
			p.own.sources = map[string]*core.Source{}
		}
		p.own.sources[k.slips] = asked.Source
	}
	if k != p.own.key {
		p.own.key, p.own.own = k, k.line.OwnPart(k.step, k.part, asked)
	}
	if k.cols != p.own.cols || p.own.own.Func != p.own.of {
		p.own.cols, p.own.of, p.own.rows = k.cols, p.own.own.Func, model.Rows(p.own.own.Func, k.cols)
	}
	o := p.own.own
	if passing {
		o = model.Own{Func: o.Func, At: o.At}
	}
	return o, p.own.rows
}
