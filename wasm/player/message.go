package player

// Msg is something that has happened: a press, a key, a link, a timer, a line of a watch. What
// it does to the player stands beside it, in the file of what it is about.
type Msg interface{ do(*Player) }

type (
	// Next steps once; at the newest step of a playground it lets whoever is next act.
	Next struct{}
	// Back goes one step back.
	Back struct{}
	// Toggle plays, or pauses; live it freezes, or follows.
	Toggle struct{}
	// Seek stands at a step.
	Seek struct{ N int }
	// Marker goes to the next or the last step where the lesson pauses.
	Marker struct{ Dir int }
	// End goes to the last step, or to the first.
	End struct{ Last bool }
	// Speed plays that much faster, from now on and in the link; Faster the next speed up or down.
	Speed  struct{ V float64 }
	Faster struct{ Up bool }
	// Rang says that a timer has run out.
	Rang struct{ Name string }
	// CloseNotice takes the message away.
	CloseNotice struct{}
	// Search is what the course is searched for.
	Search struct{ Text string }
	// Scrolled is how far the state table was.
	Scrolled struct{ Y float64 }
)

func (Next) do(p *Player)   { p.mode().next() }
func (Back) do(p *Player)   { p.mode().back() }
func (Toggle) do(p *Player) { p.mode().toggle() }
func (m Seek) do(p *Player) { p.mode().seek(m.N) }

func (m Marker) do(p *Player) {
	h := p.Head
	if h == nil || h.Run == nil {
		return
	}
	n := h.Step + m.Dir
	for n > 0 && n < h.Line.Last() && !h.Run.Steps[n].Marker {
		n += m.Dir
	}
	p.mode().seek(n)
}

func (m End) do(p *Player) {
	first, last, _ := p.mode().span()
	if m.Last {
		first = last
	}
	p.mode().seek(first)
}

func (m Speed) do(p *Player) {
	if p.Head == nil {
		return
	}
	p.Head.Speed = m.V
	p.Hash.Speed = ""
	if m.V != 1 {
		p.Hash.Speed = rate(m.V)
	}
}

func (m Faster) do(p *Player) {
	if p.Head == nil {
		return
	}
	for i, v := range Speeds {
		if v == p.Head.Speed {
			j := i - 1
			if m.Up {
				j = i + 1
			}
			Speed{Speeds[min(max(j, 0), len(Speeds)-1)]}.do(p)
			return
		}
	}
}

func (m Rang) do(p *Player) {
	if !p.timers[m.Name] {
		p.quiet = true
		return // it was taken back meanwhile
	}
	delete(p.timers, m.Name)
	switch m.Name {
	case "play":
		if p.Head != nil && p.Head.Playing {
			p.goOn()
		}
	case "edit":
		switch {
		case p.Hash.Page != "edit":
		case p.Edit.run != nil:
			p.runOn()
		default:
			p.replay()
		}
	case "pack":
		p.pack()
	case "orders":
		p.exploreOn()
	case "class":
		p.attend()
	case "hud":
		p.Present.Key = ""
	default:
		if p.Live != nil {
			p.Live.rang(m.Name)
		}
	}
}

func (CloseNotice) do(p *Player) { p.say(nil, false) }
func (m Search) do(p *Player)    { p.Find = m.Text }
func (m Scrolled) do(p *Player)  { p.Scroll = m.Y }
