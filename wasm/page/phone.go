package page

// On a phone the controls stay at the foot of the window. The picture takes the height that they
// and the headline leave, down to four fifths of its size (page.css), so that at first sight
// nothing lies over it.

// above is the height over a phone's picture. In one lesson the longest headline so far counts:
// the picture shrinks once rather than with every step.
type above struct {
	of     string
	height float64
}

// leaveRoom tells the style how much stands above the picture.
func (p *Page) leaveRoom() {
	if p.Layout() != "phone" {
		return
	}
	doc := window().Get("document")
	height := 0.0
	for _, part := range []string{".top", ".classbar", ".head"} {
		height += doc.Call("querySelector", part).Get("offsetHeight").Float()
	}
	of := p.Hash.Page + " " + p.Hash.Lesson + " " + p.Hash.Engine + p.Hash.Queue + " " + p.Lang() + px(p.Window.W)
	if p.above.of != of {
		p.above = above{of: of}
	}
	if height <= p.above.height {
		return
	}
	p.above.height = height
	doc.Get("documentElement").Get("style").Call("setProperty", "--above", px(height))
}
