package scenarios

import (
	"fmt"
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

// NotInChinese are words for which Chinese texts keep the name that stands in the code: key,
// queue, dirty, processing, handler, worker. Dirty is never dirt, nor old.
var NotInChinese = []string{"脏", "队列", "键", "待处理", "处理函数", "处理器", "工作协程", "工作者"}

// Translated are words of a text that should have kept the name of the code.
func Translated(lang, text string) (bad []string) {
	for _, word := range NotInChinese {
		if lang == "zh" && strings.Contains(text, word) {
			bad = append(bad, word)
		}
	}
	return bad
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

// lintChinese says what the Chinese lacks, and where it translates what it should not.
func (l *Lesson) lintChinese() (bad []string) {
	for _, id := range l.order {
		for _, word := range Translated("zh", l.texts["zh"][id]+strings.Join(l.gates["zh"][id], " ")+strings.Join(l.whys["zh"][id], " ")) {
			bad = append(bad, fmt.Sprintf("%s:1: %s (zh) says %s; keep the name of the code", l.File, id, word))
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
