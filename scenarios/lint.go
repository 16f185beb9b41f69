package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of a lesson: it fits an embed of 640×360 and two minutes.
const (
	MaxBeats = 12
	MaxBeat  = 140 // characters of a beat
	MaxWhy   = 160 // characters of a text that says why an answer is right or wrong
)

// Languages are those every lesson speaks.
var Languages = []string{"en", "zh"}

// Faults says what a machine can see to be wrong with a text in a language; nil is no praise.
func Faults(lang, text string) []string {
	if lang == "zh" {
		return ChineseFaults(text)
	}
	return nil
}

// linter gathers what it says of a lesson, each with its line.
type linter struct {
	*Lesson
	bad []string
}

func (t *linter) say(line int, format string, args ...any) {
	t.bad = append(t.bad, fmt.Sprintf("%s:%d: "+format, append([]any{t.File, line}, args...)...))
}

// header is the line of a header's key; of one that is missing the first of the file.
func (t *linter) header(key string) int { return max(t.headers[key], 1) }

// sayOf says something of a text in a language, in the line where it stands.
func (t *linter) sayOf(lang, id, format string, args ...any) {
	at, ok := t.stands[lang][id]
	if !ok {
		at = t.stands["en"][id]
	}
	t.bad = append(t.bad, fmt.Sprintf("%s:%d: "+format, append([]any{at.file, at.line}, args...)...))
}

// Lint says what makes the lesson hard to read or unfit to be shown, whoever wrote it; nil when nothing does.
func (l *Lesson) Lint() []string {
	t := &linter{Lesson: l}
	if l.exercise != nil {
		t.exercises()
	} else {
		t.lesson()
	}
	t.words()
	return t.bad
}

// LintOurs says, too, what a lesson or an exercise of the course lacks.
func (l *Lesson) LintOurs() []string {
	t := &linter{Lesson: l, bad: l.Lint()}
	if l.exercise == nil {
		t.ours()
	}
	t.chinese()
	return t.bad
}

func (t *linter) lesson() {
	for _, need := range []struct{ key, value string }{{"title", t.Title}, {"question", t.Question}} {
		if need.value == "" {
			t.say(1, "want a header line %s:", need.key)
		}
	}
	if strings.Count(t.Question, "?") > 1 {
		t.say(t.header("question"), "a lesson answers one question: %q", t.Question)
	}
	for _, s := range t.Sources {
		if _, ok := SourceURL(s); !ok {
			t.say(t.header("sources"), "source %q is no link: want k/k#123, owner/repository#7, KEP-5647, client-go/path/file.go or a page", s)
		}
	}
	beats := 0
	for _, it := range t.Items {
		if it.Gate != nil {
			if n := len(it.Gate.Options); n > 4 {
				t.sayOf("en", it.Gate.ID, "gate %s has %d answers; want 2 to 4", it.Gate.ID, n)
			}
			for _, lang := range t.spoken() {
				for _, why := range t.whys[lang][it.Gate.ID] {
					if n := utf8.RuneCountInString(plain(why)); n > MaxWhy {
						t.sayOf(lang, it.Gate.ID, "gate %s (%s): why has %d characters; at most %d fit", it.Gate.ID, lang, n, MaxWhy)
					}
				}
			}
		}
		if it.Beat == "" {
			continue
		}
		if beats++; beats == MaxBeats+1 {
			t.sayOf("en", it.Beat, "more than %d beats: this one comes after them", MaxBeats)
		}
		for _, lang := range t.spoken() {
			if n := utf8.RuneCountInString(plain(t.texts[lang][it.Beat])); n > MaxBeat {
				t.sayOf(lang, it.Beat, "beat %s (%s) has %d characters; at most %d fit", it.Beat, lang, n, MaxBeat)
			}
		}
	}
}

func (t *linter) exercises() {
	for _, lang := range t.spoken() {
		for _, id := range t.order {
			most := MaxHint
			if id == "goal" || id == "title" {
				most = MaxGoal
			}
			if n := utf8.RuneCountInString(plain(t.texts[lang][id])); n > most {
				t.sayOf(lang, id, "%s (%s) has %d characters; at most %d fit", id, lang, n, most)
			}
		}
	}
}

// words says which lessons the words name that are not there, and what a translation lacks.
func (t *linter) words() {
	for _, lang := range t.spoken() {
		for _, id := range t.order {
			for _, dangling := range unknown(t.said(lang, id)) {
				t.sayOf(lang, id, "%s (%s): %s", id, lang, dangling)
			}
		}
	}
	t.bad = append(t.bad, t.Untold()...)
}

// ours says what our course wants of a lesson.
func (t *linter) ours() {
	for _, need := range []struct{ key, value string }{{"number", t.Number}, {"sources", strings.Join(t.Sources, " ")}} {
		if need.value == "" {
			t.say(1, "want a header line %s:", need.key)
		}
	}
	if t.Question != "" && !strings.Contains(t.Question, "?") {
		t.say(t.header("question"), "a lesson answers a question: %q", t.Question)
	}
	for _, a := range t.After {
		switch b := Find(a); {
		case b == nil:
			t.say(t.header("after"), "after: there is no lesson %q: want a number such as S02", a)
		case a == b.place:
			t.say(t.header("after"), "after: %s is another lesson once one is put before it: want %s", a, b.Number)
		}
	}
	gates := 0
	for _, it := range t.Items {
		if it.Gate != nil {
			gates++
		}
		for _, lang := range t.spoken() {
			if text := t.texts[lang][it.Beat]; text != "" && !strings.HasPrefix(text, "**") {
				t.sayOf(lang, it.Beat, "beat %s (%s) does not begin with its focal point: **a is dirty** …", it.Beat, lang)
			}
		}
	}
	if gates == 0 {
		t.say(1, "want a question to predict: ? id question => right | wrong")
	}
	for _, lang := range t.spoken() {
		for _, id := range t.order {
			for _, bad := range unseen(t.said(lang, id)) {
				t.sayOf(lang, id, "%s (%s): %s", id, lang, bad)
			}
		}
	}
}

// chinese says whether it lacks its Chinese, and what is wrong with it.
func (t *linter) chinese() {
	if t.texts["zh"] == nil {
		t.say(1, "no Chinese: want it in the .zh.md beside it")
	}
	for _, id := range t.order {
		for _, text := range slices.Concat([]string{t.texts["zh"][id]}, t.gates["zh"][id], t.whys["zh"][id]) {
			for _, fault := range ChineseFaults(text) {
				t.sayOf("zh", id, "%s (zh) %s", id, fault)
			}
		}
	}
}

// spoken are the languages that the lesson speaks, English first.
func (l *Lesson) spoken() []string {
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(l.texts)), func(lang string) bool { return lang == Languages[0] })
	return append([]string{Languages[0]}, others...)
}

// said is all that stands below an id in a language.
func (l *Lesson) said(lang, id string) string {
	return strings.Join(slices.Concat([]string{l.texts[lang][id]}, l.gates[lang][id], l.whys[lang][id]), "\n")
}

// Untold says what the translations lack, which comes in English there, each where it stands in the lesson.
func (l *Lesson) Untold() []string {
	t := &linter{Lesson: l}
	for _, lang := range l.spoken() {
		for _, m := range l.Missing(lang) {
			id, part, _ := strings.Cut(m, " ")
			if part != "" && l.texts[lang][id] == "" {
				continue // it lacks all of it
			}
			at := l.stands["en"][id]
			t.say(at.line, "not translated (%s): %s", lang, m)
		}
	}
	return t.bad
}

// plain is a text without its marks.
func plain(text string) string {
	return strings.NewReplacer("**", "", "*", "", "`", "").Replace(text)
}
