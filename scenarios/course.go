package scenarios

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Part is a stretch of the course; its title is the page's message "course.<ID>".
type Part struct {
	ID      string
	Lessons []*Lesson
}

// plan is the order of the course. Whatever is not in it stands at the end of the part of
// its track, in the order of its number.
var plan = []struct {
	id, track string
	numbers   []string
}{
	{"queue", "", []string{"S01", "S02", "S03", "S05", "S08", "S07"}},
	{"informer", "", []string{"S14", "S04", "S17", "S22", "S23", "S20", "S19", "S26", "S27", "S15"}},
	{"controller", "", []string{"S43", "S45", "S32", "S46", "S31", "S34", "S52", "S69"}},
	{"queue-more", "workqueue", []string{"S35", "S10", "S09", "S11", "S44", "S12", "S40", "S41", "S42"}},
	{"informer-more", "informer", []string{"S16", "S60", "S28", "S65", "S51", "S48", "S66", "S67", "S29", "S61", "S62", "S64", "S63", "S49", "S47", "S21", "S33", "S50", "S68"}},
	{"priority", "", []string{"S70", "S71", "S73", "S72", "S74", "S75", "S76", "S77"}},
}

// Place is where the lesson stands in the course, its part and its place in it: "2.3". It is what
// people read and say, and another one once a lesson is put before this one; what has to last, a link
// or a file, names the id or the Number. A lesson that is not of the course has its own number.
func (l *Lesson) Place() string {
	if of := Find(l.ID); of != nil && of.place != "" {
		return of.place
	}
	return l.Number
}

// placed gives each lesson of the course its place.
func placed(parts []Part) []Part {
	for i, p := range parts {
		for k, l := range p.Lessons {
			l.place = strconv.Itoa(i+1) + "." + strconv.Itoa(k+1)
		}
	}
	return parts
}

// Places are those of the lessons to know first, with a comma between two.
func (l *Lesson) Places() string {
	var places []string
	for _, b := range l.Before() {
		places = append(places, b.Place())
	}
	return strings.Join(places, ", ")
}

// reference is another lesson in a text: {S07} is read as its place.
var reference = regexp.MustCompile(`\{(S\d+)\}`)

// Referred is a text with the places of the lessons that it names.
func Referred(text string) string {
	if !strings.Contains(text, "{S") {
		return text
	}
	return reference.ReplaceAllStringFunc(text, func(ref string) string {
		if l := Find(ref[1 : len(ref)-1]); l != nil {
			return l.Place()
		}
		return ref
	})
}

func referredAll(texts []string) []string {
	if !slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, "{S") }) {
		return texts
	}
	texts = slices.Clone(texts)
	for i, t := range texts {
		texts[i] = Referred(t)
	}
	return texts
}

// number is how files call a lesson, in a text for people: they know it by its place.
var number = regexp.MustCompile(`\bS\d\d\b`)

// Dangling says which lessons a text names that are not there, or by a number that no reader sees.
func Dangling(text string) []string { return append(unknown(text), unseen(text)...) }

func unknown(text string) (bad []string) {
	for _, m := range reference.FindAllStringSubmatch(text, -1) {
		if Find(m[1]) == nil {
			bad = append(bad, "there is no lesson "+m[1])
		}
	}
	return bad
}

func unseen(text string) (bad []string) {
	for _, n := range number.FindAllString(reference.ReplaceAllString(text, ""), -1) {
		bad = append(bad, n+" is no number that people see: want {"+n+"}, which is read as its place")
	}
	return bad
}

// Course returns all lessons, in the parts and the order in which to take them.
func Course() []Part { return parts }

var parts = placed(planned(course))

func planned(course []*Lesson) []Part {
	var parts []Part
	done := map[string]bool{}
	for _, p := range plan {
		part := Part{ID: p.id}
		for _, number := range p.numbers {
			done[number] = true
			for _, l := range course {
				if l.Number == number {
					part.Lessons = append(part.Lessons, l)
				}
			}
		}
		parts = append(parts, part)
	}
	for _, l := range course {
		if done[l.Number] {
			continue
		}
		for i, p := range plan {
			if p.track == l.Track {
				parts[i].Lessons = append(parts[i].Lessons, l)
			}
		}
	}
	return parts
}

// InOrder is the course without its parts.
func InOrder() []*Lesson {
	var all []*Lesson
	for _, p := range Course() {
		all = append(all, p.Lessons...)
	}
	return all
}

// Next is the lesson that follows l in the course; nil after the last one.
func Next(l *Lesson) *Lesson {
	all := InOrder()
	if i := slices.Index(all, l); i >= 0 && i+1 < len(all) {
		return all[i+1]
	}
	return nil
}

// Before are the lessons to know first.
func (l *Lesson) Before() []*Lesson {
	var out []*Lesson
	for _, number := range l.After {
		if b := Find(number); b != nil {
			out = append(out, b)
		}
	}
	return out
}

// PartOf is the part that a lesson stands in, and its number, from 1; nil of one that is not of the course.
func PartOf(l *Lesson) (n int, p *Part) {
	for i := range parts {
		if slices.Contains(parts[i].Lessons, l) {
			return i + 1, &parts[i]
		}
	}
	return 0, nil
}

// LastOf is the part that ends with the lesson, or nil.
func LastOf(l *Lesson) *Part {
	if _, p := PartOf(l); p != nil && p.Lessons[len(p.Lessons)-1] == l {
		return p
	}
	return nil
}
