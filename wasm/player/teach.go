package player

import (
	"encoding/json"

	"github.com/informerscope/informerscope/scenarios"
)

// The page for teachers: paths, and notes beside lessons. Notes are no part of the program; they are asked
// for once a page wants them.

// noteWhat begins the name of what is got, before a language.
const noteWhat = "notes."

// noteFile is where web/stills writes the notes of a language.
func (p *Player) noteFile(lang string) string {
	return p.env.Web + "dist/stills/notes." + lang + ".json"
}

// notes of a language: asked for, here, or lost.
type notes struct {
	of   map[string]scenarios.Note
	lost bool
}

// LoadNotes asks for the notes once more, after they could not be had.
type LoadNotes struct{}

func (LoadNotes) do(p *Player) { delete(p.notes, p.Lang()) }

// wantNotes asks for the notes where they are to be shown, once a language.
func (p *Player) wantNotes() {
	if len(p.Taught()) == 0 || p.notes[p.Lang()] != nil {
		return
	}
	if p.notes == nil {
		p.notes = map[string]*notes{}
	}
	p.notes[p.Lang()] = &notes{}
	p.emit(Get{What: noteWhat + p.Lang(), URL: p.noteFile(p.Lang())})
}

// noted takes the notes of a language that were asked for.
func (p *Player) noted(lang string, m Got) {
	n := p.notes[lang]
	if n == nil || n.of != nil {
		return
	}
	if n.lost = m.Code != 200 || json.Unmarshal(m.Body, &n.of) != nil || n.of == nil; n.lost {
		n.of = nil
	}
}

// Taught are the stops of the page for teachers: those of a path, or the one lesson that is asked for.
func (p *Player) Taught() []scenarios.Stop {
	if p.Hash.Page != "teach" {
		return nil
	}
	if path := scenarios.PathNamed(p.Hash.Of); path != nil {
		return path.Stops
	}
	if l := scenarios.Find(p.Hash.Lesson); l != nil {
		return []scenarios.Stop{{Lesson: l, Span: scenarios.Span{Minutes: l.Minutes()}}}
	}
	return nil
}

// Note is what a teacher has beside a lesson or a class, and whether the notes are here; lost says that they
// could not be had.
func (p *Player) Note(id string) (n scenarios.Note, here, lost bool) {
	if all := p.notes[p.Lang()]; all != nil {
		return all.of[id], all.of != nil, all.lost
	}
	return n, false, false
}

// Print hands the page to the browser's printer.
type Print struct{}

func (Print) do(p *Player) { p.emit(Paper{}) }

// StopHash is the link to a stop of a path; on the page that it opens, what comes next is the path's.
func StopHash(s scenarios.Stop, of string) Hash {
	if s.Exercise != nil {
		return Hash{Page: "play", Exercise: s.Exercise.ID, Of: of}
	}
	return Hash{Page: "lesson", Lesson: s.Lesson.ID, Of: of}
}

// StopTitle is what a stop is called.
func (p *Player) StopTitle(s scenarios.Stop) string {
	if s.Exercise != nil {
		return p.T("ex.named", "title", s.Exercise.Text(p.Lang(), "title"))
	}
	return p.lessonTitle(s.Lesson)
}

// Onward is where the lesson or exercise that is shown leads: on a path to its next stop, and from the last
// one back to the path, or in a room to its quiz; else through the course. The link is "" where nothing follows.
func (p *Player) Onward() (link, title string) {
	h := p.Head
	if h == nil || h.Lesson == nil && h.Exercise == nil {
		return "", ""
	}
	if path := scenarios.PathNamed(p.Hash.Of); path != nil {
		for i, s := range path.Stops {
			switch {
			case s.Lesson != h.Lesson || s.Exercise != h.Exercise:
			case i+1 < len(path.Stops):
				next := path.Stops[i+1]
				return p.Link(StopHash(next, path.ID)), p.StopTitle(next)
			case p.InRoom(): // the notes have all the answers
				return p.Link(Hash{Page: "quiz", Of: ClassQuiz + path.ID}), p.QuizTitle(ClassQuiz + path.ID)
			default:
				return p.Link(Hash{Page: "teach", Of: path.ID}), p.T("path." + path.ID)
			}
		}
	}
	if h.Exercise != nil {
		if next := h.Exercise.Following(); next != nil {
			return p.Link(Hash{Page: "play", Exercise: next.ID}), next.Text(p.Lang(), "title")
		}
	} else if next := scenarios.Next(h.Lesson); next != nil {
		return p.Link(Hash{Page: "lesson", Lesson: next.ID}), p.lessonTitle(next)
	}
	return "", ""
}
