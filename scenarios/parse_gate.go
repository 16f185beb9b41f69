package scenarios

import "strings"

func (p *parser) question(id, text string) error {
	switch {
	case p.group:
		return p.fail("gate %s inside the group %q: want it above the line step %s {", id, p.last().Label, p.last().Label)
	case p.gate != nil:
		return p.fail("gate %s waits for its step already: want a step between the two", p.gate.ID)
	}
	question, answers, ok := strings.Cut(text, " => ")
	var options []string
	for _, o := range strings.Split(answers, " | ") {
		if o = strings.TrimSpace(o); o != "" {
			options = append(options, o)
		}
		if err := p.fits("an answer", o, MaxText); err != nil {
			return err
		}
	}
	if !ok || len(options) < 2 {
		return p.fail("gate %s: answers %d: want two or more, as in ? %s What is next? => right | wrong", id, len(options), id)
	}
	p.gate = &Gate{ID: id, Question: strings.TrimSpace(question), Options: options}
	p.l.gates["en"][id] = options
	return p.say(id, p.gate.Question)
}

// why belongs to the gate above it: one text for each answer, in their order.
func (p *parser) why(text string) error {
	if p.gate == nil {
		return p.fail("?! says why an answer is right or wrong: want a gate above it, as in %s", idLines["a gate"])
	}
	var whys []string
	for _, w := range strings.Split(text, " | ") {
		if err := p.fits("a text that says why", w, MaxText); err != nil {
			return err
		}
		whys = append(whys, strings.TrimSpace(w))
	}
	switch have := p.l.whys["en"][p.gate.ID]; {
	case have != nil:
		return p.fail("gate %s says why already: want one line, why | why", p.gate.ID)
	case len(whys) > len(p.gate.Options):
		return p.fail("gate %s: answers %d, and %d texts that say why: want at most one for each", p.gate.ID, len(p.gate.Options), len(whys))
	}
	p.l.whys["en"][p.gate.ID] = whys
	return nil
}
