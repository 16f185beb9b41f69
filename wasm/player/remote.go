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
		N         int
		Name, URL string
	}
	// Unpack unpacks the text of a link: deflate, in base64 for addresses; it answers as Fetch does.
	Unpack struct {
		N    int
		Text string
	}
	// Agree says that the reader wants the file that another site has.
	Agree struct{}
)

func (e Fetch) String() string  { return "fetch " + e.URL }
func (e Unpack) String() string { return "unpack " + short(e.Text) }

// Name is what the text of a link is called.
func (Unpack) Name() string { return "link.iq" }

func (Agree) do(p *Player) {
	if p.foreign != "" {
		p.fetch(p.foreign)
	}
}

// Foreign is the address of a file that another site has, while the reader is asked; "" is none.
func (p *Player) Foreign() string { return p.foreign }

// fromLink reports whether the link brings a file itself, or says where it is.
func (h Hash) fromLink() bool { return h.Src != "" || h.Packed != "" }

// OwnFile reports whether what is shown is a file that no link carries.
func (p *Player) OwnFile() bool { return p.Hash.File && !p.Hash.fromLink() }

// missing reports whether the file that the link brings is not here yet.
func (p *Player) missing() bool {
	return p.Hash.fromLink() && (p.File == nil || p.File.from != p.Hash.Src+p.Hash.Packed)
}

// bring gets the file of the link, or asks the reader first.
func (p *Player) bring() {
	p.Head, p.File, p.foreign = nil, nil, ""
	p.reading++
	p.brings = p.reading
	if p.Hash.Packed != "" {
		p.emit(Unpack{p.reading, p.Hash.Packed})
		return
	}
	here, err := url.Parse(p.env.Base)
	if err != nil {
		here = &url.URL{}
	}
	at, err := here.Parse(p.Hash.Src)
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

func (p *Player) fetch(address string) {
	p.foreign = ""
	name := path.Base(strings.SplitN(address, "?", 2)[0])
	p.say(tell.Message("file.coming", "file", visible(name)), false)
	p.emit(Fetch{p.reading, name, address})
}

// brought shows the file that the link brought.
func (p *Player) brought(f *File) {
	p.File, f.from = f, p.Hash.Src+p.Hash.Packed
	p.say(nil, false)
	p.Hash.Page, p.Hash.Lesson = "trace", ""
	if f.Lesson != nil {
		p.Hash.Page, p.Hash.Lesson = "lesson", f.Lesson.ID
	}
	p.staged().open()
	p.takeSpeed()
	p.standAt()
	p.autoplay()
}
