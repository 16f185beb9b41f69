package player

import (
	"net/url"
	"path"
	"strings"

	"github.com/informerscope/informerscope/wasm/tell"
)

// A link may bring a scenario or a trace of its author's: by the address of its file, or whole, packed into
// the link. What another site has is fetched once the reader agrees, without telling it who asks.

type (
	// Fetch gets a file by its address, without the reader's token, and answers with FileRead or FileLost.
	Fetch struct {
		N               int
		Name, URL, Site string
	}
	// Unpack unpacks the text of a link, and its translation where there is one: deflate, in base64 for addresses; it
	// answers as Fetch does.
	Unpack struct {
		N           int
		Text, Prose string
	}
	// Beside gets the translation that may lie beside the file of a link, and answers with Translation. That there is
	// none is no fault.
	Beside struct{ From, Name, URL string }
	// Translation is that of the file that the link From brought; "" where there is none. Why says why it is not known
	// whether there is one.
	Translation struct{ From, Name, Text, Why string }
	// Agree says that the reader wants the file that another site has.
	Agree struct{}
)

func (e Fetch) String() string { return "fetch " + e.URL }
func (e Unpack) String() string {
	if e.Prose != "" {
		return "unpack " + short(e.Text) + " and " + short(e.Prose)
	}
	return "unpack " + short(e.Text)
}
func (e Beside) String() string { return "fetch beside " + e.URL }

// Name is what the text of a link is called, and proseName its translation.
func (Unpack) Name() string { return "link.iq" }

const proseName = "link.zh.md"

func (Agree) do(p *Player) {
	if p.foreign != "" {
		p.fetch(p.foreign)
	}
}

// Foreign is the address of a file that another site has, while the reader is asked; "" is none.
func (p *Player) Foreign() string { return p.foreign }

// fromLink reports whether the link brings a file itself, or says where it is.
func (h Hash) fromLink() bool { return h.Src != "" || h.Packed != "" }

// source is what the link says of the file that it brings; "" is none.
func (h Hash) source() string {
	if h.Prose != "" {
		return h.Src + h.Packed + " " + h.Prose
	}
	return h.Src + h.Packed
}

// OwnFile reports whether what is shown is a file that no link carries.
func (p *Player) OwnFile() bool { return p.Hash.File && !p.Hash.fromLink() }

// missing reports whether the file that the link brings is not here yet.
func (p *Player) missing() bool {
	return p.Hash.fromLink() && (p.File == nil || p.File.from != p.Hash.source())
}

// bring gets the file of the link, or asks the reader first.
func (p *Player) bring() {
	p.Head, p.File, p.foreign, p.asked = nil, nil, "", ""
	p.reading++
	p.brings = p.reading
	if p.Hash.Packed != "" {
		p.emit(Unpack{p.reading, p.Hash.Packed, p.Hash.Prose})
		return
	}
	here, at, err := p.srcAddress()
	switch {
	case err != nil || at.Scheme != "https" && at.Scheme != "http" && at.Scheme != here.Scheme || at.User != nil:
		p.say(tell.Message("file.address", "address", visible(middle(p.Hash.Src, maxShown))), true)
	case at.Scheme == here.Scheme && at.Host == here.Host:
		p.fetch(at.String())
	default:
		p.foreign = at.String()
		p.say(tell.Message("file.foreign", "file", visible(middle(path.Base(at.Path), maxShown)), "site", visible(at.Host)), false)
	}
}

// srcAddress is where the page is, and where the file of the link is.
func (p *Player) srcAddress() (here, at *url.URL, err error) {
	here, err = url.Parse(p.env.Base)
	if err != nil {
		here = &url.URL{}
	}
	at, err = here.Parse(p.Hash.Src)
	return here, at, err
}

// besideIt asks, once, for the translation beside the scenario that the link brought from somewhere, where the reader
// reads it; and whoever edits the text, in any language, so that a new one does not take its place.
func (p *Player) besideIt() {
	from, lang := p.Hash.Src, p.Lang()
	edits := p.Hash.Page == "edit" && p.Edit.from == from
	reads := p.Hash.Page != "edit" && p.File != nil && p.File.Lesson != nil && p.File.from == from && lang == translated
	if from == "" || !edits && !reads || p.asked == from {
		return
	}
	p.asked = from
	_, at, err := p.srcAddress()
	if name, ok := strings.CutSuffix(path.Base(at.Path), ".iq"); err == nil && ok {
		beside := *at
		name += "." + translated + ".md"
		beside.Path, beside.RawPath = path.Join(path.Dir(at.Path), name), ""
		if edits {
			p.Edit.src, p.Edit.Asks = from, true
			p.lacks()
		}
		p.emit(Beside{from, name, beside.String()})
	}
}

func (m Translation) do(p *Player) {
	if strings.HasPrefix(strings.TrimSpace(m.Text), "<") { // some hosts answer with a page of theirs for what is not there
		m.Text = ""
	}
	e, f := &p.Edit, p.File
	edits := e.Asks && e.src == m.From
	reads := p.Hash.Page != "edit" && p.Hash.Src == m.From && f != nil && f.from == m.From && m.Text != ""
	p.quiet = !edits && !reads
	if edits {
		p.besideCame(m)
	}
	if reads {
		f.Prose = m.Text
		p.tellIn(f, m.Name)
	}
}

// tellIn tells the file's lesson in the language of its translation, or says why that cannot be read.
func (p *Player) tellIn(f *File, name string) {
	if f.Lesson == nil || f.Prose == "" {
		return
	}
	if err := f.Lesson.Translate("", translated, f.Prose); err != nil {
		p.say(tell.Message("file.bad", "file", visible(name), "why", refusal(err)), true)
	}
	p.painted, p.drawn = pictureKey{}, [2]drawn{} // what they are called is said in it
}

func (p *Player) fetch(address string) {
	p.foreign = ""
	name := path.Base(strings.SplitN(address, "?", 2)[0])
	p.say(tell.Message("file.coming", "file", visible(name)), false)
	site := ""
	if at, err := url.Parse(address); err == nil {
		site = at.Host
	}
	p.emit(Fetch{p.reading, name, address, site})
}

// brought shows the file that the link brought.
func (p *Player) brought(f *File) {
	p.File, f.from = f, p.Hash.source()
	p.say(nil, false)
	p.tellIn(f, proseName)
	p.Hash.Page, p.Hash.Lesson = "trace", ""
	if f.Lesson != nil {
		p.Hash.Page, p.Hash.Lesson = "lesson", f.Lesson.ID
	}
	p.staged().open()
	p.takeSpeed()
	p.standAt()
	p.autoplay()
	p.besideIt()
}
