package scenarios

import "slices"

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
	{"controller", "", []string{"S43", "S45", "S32", "S46", "S31", "S34", "S52"}},
	{"queue-more", "workqueue", []string{"S35", "S10", "S09", "S11", "S44", "S12", "S40", "S41", "S42"}},
	{"informer-more", "informer", []string{"S16", "S60", "S28", "S65", "S51", "S48", "S66", "S67", "S29", "S61", "S62", "S63", "S49", "S47", "S21", "S33", "S50", "S68"}},
}

// Course returns all lessons, in the parts and the order in which to take them.
func Course() []Part {
	var parts []Part
	planned := map[string]bool{}
	for _, p := range plan {
		part := Part{ID: p.id}
		for _, number := range p.numbers {
			planned[number] = true
			if l := Find(number); l != nil {
				part.Lessons = append(part.Lessons, l)
			}
		}
		parts = append(parts, part)
	}
	for _, l := range List() {
		if planned[l.Number] {
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
