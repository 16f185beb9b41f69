package scenarios

import (
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
)

// Place is where somebody writes in a scenario, and what is known there.
type Place struct {
	Text   string
	Line   int                      // from 1
	Before string                   // what stands before the cursor in its line
	Actors []string                 // who acts in the World
	Holds  func(view string) string // the state that an expectation there is about; nil is not known
}

// Option is something that can stand there.
type Option struct {
	Text string `json:"label"`
	Help string `json:"info,omitempty"`
}

// Complete offers what can stand where somebody writes, with its help in a language, and the part of
// a word that it takes the place of. Prose has no options.
func Complete(lang string, at Place) (typed string, options []Option) {
	lines := strings.Split(at.Text, "\n")
	above := lines[:min(max(at.Line-1, 0), len(lines))]
	header, holds := true, false
	for _, l := range above {
		switch l = strings.TrimSpace(l); {
		case l == "":
			header, holds = false, false
		case l == "----":
			holds = !header
		}
	}
	typed = at.Before[strings.LastIndexAny(at.Before, " =,")+1:]
	done := strings.TrimSuffix(at.Before, typed)
	switch {
	case header:
		options = inHeader(lang, lines, done)
	case holds:
		options = inHeld(lang, at, done)
	case strings.HasPrefix(at.Before, "! "):
		for _, name := range promiseNames() {
			options = append(options, Option{Text: name})
		}
		if strings.Count(done, " ") > 1 {
			options = []Option{{Text: "on"}, {Text: "off"}}
		}
	case !strings.ContainsAny(at.Before[:min(1, len(at.Before))], "@?=|#!-"):
		options = inCommand(lang, lines, at, done)
	}
	return typed, slices.DeleteFunc(options, func(o Option) bool { return o.Text == typed })
}

func inHeader(lang string, lines []string, done string) (all []Option) {
	key, words, ok := strings.Cut(done, ":")
	h, known := HeaderNamed(key)
	switch {
	case !ok && done == "":
		for _, h := range headers {
			if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, h.Key+":") }) {
				all = append(all, Option{h.Key + ": ", HeaderHelp(lang, h)})
			}
		}
	case !known:
	case h.Fields != nil:
		return ofFields(h.Fields, words, func(f sim.Field) []string { return nil })
	default:
		for _, value := range headerValues[key] {
			all = append(all, Option{Text: value})
		}
	}
	return all
}

// headerValues are what keys without fields can have.
var headerValues = map[string][]string{
	"engines":    engines,
	"view":       lessonViews,
	"side":       lessonSides,
	"track":      tracks,
	"level":      levels,
	"invariants": promiseNames(),
}

func inHeld(lang string, at Place, done string) (all []Option) {
	holds := at.Holds
	if holds == nil {
		holds = func(string) string { return "" }
	}
	if before, ok := strings.CutSuffix(done, "="); ok {
		view := strings.TrimSuffix(before[strings.LastIndex(before, " ")+1:], "~")
		if value := holds(view); value != "" {
			all = append(all, Option{Text: value})
		}
		return all
	}
	for _, v := range Held(lang) {
		if value := holds(v.Name); value != "" {
			all = append(all, Option{v.Name + "=" + value, v.Help})
		} else {
			all = append(all, Option{v.Name + "=", v.Help})
		}
	}
	return all
}

func inCommand(lang string, lines []string, at Place, done string) (all []Option) {
	words := strings.Fields(done)
	if len(words) > 0 && strings.HasPrefix(words[0], "+") {
		words = words[1:]
	}
	actor := ""
	if len(words) > 0 && slices.Contains(at.Actors, words[0]) {
		if _, both := sim.VerbNamed(words[0]); !both || len(words) > 1 {
			actor, words = words[0], words[1:]
		}
	}
	if len(words) > 0 {
		v, ok := sim.VerbNamed(words[0])
		if !ok {
			return nil
		}
		keys, objects := named(lines)
		return ofFields(v.Fields, done, func(f sim.Field) []string {
			switch f.Kind {
			case sim.AKey:
				return keys
			case sim.AnObject:
				return objects
			case sim.AWorker, sim.AnActor, sim.AHandler:
				if f.Name != sim.FieldActor {
					return at.Actors
				}
			}
			return nil
		})
	}
	for _, v := range sim.InGroups() {
		acts := slices.IndexFunc(v.Fields, func(f sim.Field) bool { return f.Name == sim.FieldActor })
		if actor == "" && (acts < 0 || !v.Fields[acts].Must) || actor != "" && acts >= 0 {
			all = append(all, Option{v.Name, VerbHelp(lang, v)})
		}
	}
	if actor == "" {
		for _, name := range at.Actors {
			if _, same := sim.VerbNamed(name); !same {
				all = append(all, Option{Text: name})
			}
		}
		if len(strings.TrimSpace(done)) == 0 {
			all = append(all, Option{"step ", rule(lang, "group")}, Option{"----", rule(lang, "expect")})
		}
	}
	return all
}

// rule is what a kind of line is for.
func rule(lang, id string) string {
	rules := Grammar(lang)
	return rules[slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })].Help
}

// ofFields offers what fields can have: behind an equals sign or a comma what is joined there, else
// words of their own.
func ofFields(fields []sim.Field, done string, known func(sim.Field) []string) (all []Option) {
	last := done[max(len(done)-1, 0):]
	for _, f := range fields {
		if f.Name == sim.FieldWait || f.Name == sim.FieldTimes {
			continue // nobody looks for a number here
		}
		before := f.Before
		if last == "=" || last == "," {
			if !strings.HasPrefix(before, last) && !strings.HasSuffix(before, last) {
				continue
			}
			if before = strings.TrimPrefix(before, last); last == "=" {
				before = ""
			}
		} else if f.Joined {
			continue
		}
		values := append(slices.Concat(known(f), f.Of, f.Like), f.Usual)
		if before != "" && f.Of == nil && f.Like == nil {
			values = []string{""} // only what stands before it: base=
		}
		for _, v := range values {
			if o := (Option{Text: before + v}); o.Text != "" && !slices.Contains(all, o) {
				all = append(all, o)
			}
		}
	}
	return all
}

// named are the keys and the objects that a text names, in its order.
func named(lines []string) (keys, objects []string) {
	add := func(all *[]string, s string) {
		if s != "" && !slices.Contains(*all, s) {
			*all = append(*all, s)
		}
	}
	for _, l := range lines {
		if words, ok := strings.CutPrefix(l, "server:"); ok {
			for _, w := range strings.Fields(words) {
				if name, _, ok := strings.Cut(w, "@"); ok {
					add(&objects, name)
				}
			}
			continue
		}
		if l, _, _ = strings.Cut(l, " => "); strings.ContainsAny(l[:min(1, len(l))], "@?=|#!-") {
			continue
		}
		if line, err := sim.ParseLine(strings.TrimSpace(l)); err == nil {
			add(&keys, line.Key)
			add(&objects, line.Name)
		}
	}
	return keys, objects
}
