package scenarios

import (
	"fmt"
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

// Lint says what makes the lesson hard to read or unfit to be shown; nil when nothing does.
func (l *Lesson) Lint() []string {
	if l.exercise != nil {
		return l.exercise.Lint()
	}
	var bad []string
	say := func(line int, format string, args ...any) {
		bad = append(bad, fmt.Sprintf("%s:%d: "+format, append([]any{l.File, line}, args...)...))
	}
	for _, need := range []struct{ key, value string }{{"number", l.Number}, {"title", l.Title}, {"question", l.Question}, {"sources", strings.Join(l.Sources, " ")}} {
		if need.value == "" {
			say(1, "want a header line %s:", need.key)
		}
	}
	if n := strings.Count(l.Question, "?"); l.Question != "" && n != 1 {
		say(1, "a lesson answers one question: %q", l.Question)
	}
	for _, s := range l.Sources {
		if _, ok := SourceURL(s); !ok {
			say(1, "source %q is no link: want k/k#123, owner/repository#7, KEP-5647, client-go/path/file.go or a page", s)
		}
	}
	for _, a := range l.After {
		switch b := Find(a); {
		case b == nil:
			say(l.headers["after"], "after: there is no lesson %q: want a number such as S02", a)
		case a == b.place:
			say(l.headers["after"], "after: %s is another lesson once one is put before it: want %s", a, b.Number)
		}
	}
	beats, gates := 0, 0
	for _, it := range l.Items {
		if it.Gate != nil {
			gates++
			if n := len(it.Gate.Options); n < 2 || n > 4 {
				say(it.Line, "gate %s has %d answers; want 2 to 4", it.Gate.ID, n)
			}
			for _, lang := range Languages {
				for _, why := range l.whys[lang][it.Gate.ID] {
					if n := utf8.RuneCountInString(plain(why)); n > MaxWhy {
						say(it.Line, "gate %s (%s): why has %d characters; at most %d fit", it.Gate.ID, lang, n, MaxWhy)
					}
				}
			}
		}
		if it.Beat == "" {
			continue
		}
		beats++
		for _, lang := range Languages {
			text := l.texts[lang][it.Beat]
			if n := utf8.RuneCountInString(plain(text)); n > MaxBeat {
				say(it.Line, "beat %s (%s) has %d characters; at most %d fit", it.Beat, lang, n, MaxBeat)
			}
			if text != "" && !strings.HasPrefix(text, "**") {
				say(it.Line, "beat %s (%s) does not begin with its focal point: **a is dirty** …", it.Beat, lang)
			}
		}
	}
	if beats > MaxBeats {
		say(1, "%d beats; at most %d", beats, MaxBeats)
	}
	if gates == 0 {
		say(1, "want a question to predict: ? id question => right | wrong")
	}
	return append(bad, l.lintWords()...)
}

// lintWords says what is wrong with the words in any language.
func (l *Lesson) lintWords() (bad []string) {
	for _, lang := range Languages {
		for _, id := range l.order {
			said := append(append([]string{l.texts[lang][id]}, l.gates[lang][id]...), l.whys[lang][id]...)
			for _, dangling := range Dangling(strings.Join(said, "\n")) {
				bad = append(bad, fmt.Sprintf("%s:1: %s (%s): %s", l.File, id, lang, dangling))
			}
		}
	}
	return append(bad, l.lintChinese()...)
}

// lintChinese says what the Chinese lacks, and what is wrong with it.
func (l *Lesson) lintChinese() (bad []string) {
	for _, id := range l.order {
		for _, text := range slices.Concat([]string{l.texts["zh"][id]}, l.gates["zh"][id], l.whys["zh"][id]) {
			for _, fault := range ChineseFaults(text) {
				bad = append(bad, fmt.Sprintf("%s:1: %s (zh) %s", l.File, id, fault))
			}
		}
	}
	for _, id := range l.Missing("zh") {
		bad = append(bad, fmt.Sprintf("%s:1: no Chinese for %s", l.File, id))
	}
	return bad
}

// plain is a text without its marks.
func plain(text string) string {
	return strings.NewReplacer("**", "", "*", "", "`", "").Replace(text)
}
