package player

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/text"
)

func TestProgressIsKeptAsText(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "",
		"bookmark:1/2":           "bookmark:1/2",
		"bookmark:9/2":           "bookmark:0/0",
		"bookmark:-1/2":          "bookmark:0/0",
		"bookmark":               "bookmark:0/0",
		"S15:1/1 nothing:1/1":    "",
		"<b>:1/1 :/ ::: //":      "",
		"same-name:0/1 bookmark": "bookmark:0/0 same-name:0/1",
		"q.bookmark:+news,-ends": "q.bookmark:+news,-ends",
		"q.bookmark:~ends,!news,-gone,+,?news q.none:+news q.S15:+news q.":                                         "q.bookmark:!news,~ends",
		"t.class-queue:6/8/3 t.class-none:6/8/3":                                                                   "t.class-queue:6/8/3",
		"t.queue:6/8/3 t.informer:1/2/1":                                                                           "t.informer:1/2/1 t.queue:6/8/3",
		"t.queue:9/8/3 t.informer:6/8 t.none:1/1/1 t.missed:1/1/1 t.:1/1/1 t.controller:1/1/0 t.queue-more:1/99/1": "",
		"bookmark:1/2 q.\x00 t.queue:x/y/z ex.nothing ex.two-hold-a":                                               "bookmark:1/2 ex.two-hold-a",
	} {
		if got := ReadProgress(text).String(); got != want {
			t.Errorf("ReadProgress(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestTheBetterResultOfALessonCounts(t *testing.T) {
	p := ReadProgress("")
	for _, c := range []struct {
		s    Score
		want bool
	}{{Score{0, 0}, true}, {Score{0, 2}, true}, {Score{1, 2}, true}, {Score{1, 2}, false}, {Score{1, 1}, false}, {Score{2, 2}, true}} {
		if got := p.finish("bookmark", c.s); got != c.want {
			t.Errorf("finish(%v) = %t, want %t", c.s, got, c.want)
		}
	}
	if got := p.String(); got != "bookmark:2/2" {
		t.Errorf("the best is %q, want bookmark:2/2", got)
	}
}

func TestTheCourseFindsInAnyCaseAndLanguage(t *testing.T) {
	for query, want := range map[string]string{
		"RESYNC REPAIRS":              "resync-repairs-nothing",
		"s02":                         "dirty-and-processing",
		scenarios.Find("S04").Place(): "pipeline-under-load",
		"One KEY, in":                 "dirty-and-processing",
		"k/k#27784":                   "touching-the-cache",
		"动了缓存":                        "touching-the-cache",
		"  watch CLOSE ":              "watch-ends",
		// what people call things that a title does not name
		"DeletedFinalStateUnknown":     "delete-never-seen",
		"dfsu":                         "panic-ends-it",
		"tombstone":                    "delete-never-seen",
		"leader election":              "lost-lease",
		"WatchList":                    "streaming-start",
		"finalizer":                    "nobody-saw",
		"debounce":                     "three-adds-one-job",
		"410":                          "gone-relist",
		"stale":                        "own-write",
		"obj.(*v1.Pod)":                "panic-ends-it",
		"AddRateLimited":               "forget-and-done",
		"合并":                           "pipeline-under-load",
		"选主":                           "warm-standby",
		"nothing is merged on the way": "two-fifos", // a reason for an answer
		// what a reader searched for in vain
		"transform error": "transform-fails", "SetTransform": "transform-drops", "managedFields": "transform-drops", "strip fields": "transform-drops",
		"ghost": "resync-repairs-nothing", "serial": "slow-handler", "concurrently": "slow-handler", "phase": "nobody-saw", "Pending Running": "nobody-saw",
		"order of deletes": "delete-never-seen", "OOM": "list-or-stream", "out of memory": "list-or-stream", "crash loop": "worker-panics",
		"AddWithOpts": "raised-and-last", "starvation": "starved", "infinite loop": "dirty-and-processing", "hot loop": "dirty-and-processing",
		"requeue immediately": "dirty-and-processing", "Requeue: true": "dirty-and-processing", "Add in reconcile": "dirty-and-processing",
		"filter": "resync-is-not-relist", "predicate": "resync-repairs-nothing", "same resourceVersion": "gone-relist", "no change": "resync-is-not-relist",
		"Unauthorized": "forbidden", "401": "forbidden", "sync timeout": "forbidden", "WatchErrorHandler": "forbidden", "run twice": "late-index",
		"restart informer": "late-index", "start again": "late-index", "stop informer": "late-index", "stop and start": "late-index",
		"Forget heap": "forget-and-done", "Forget appointment": "add-does-not-cancel", "index panic": "index-fails", "too large resource version": "too-large",
		"AddEventHandlerWithResyncPeriod": "resync-asked-late", "WithResyncPeriod": "resync-asked-late", "WithDefaultResync": "resync-asked-late",
		"stuck": "the-bypass", "key stuck": "forgotten-done", "key hangs": "the-bypass", "requeued": "dirty-and-processing", "duplicate": "three-adds-one-job",
		"data race": "touching-the-cache", "deadlock": "drain-leaves-work", "type assertion": "panic-ends-it", "intermediate state": "nobody-saw",
		"mutating": "touching-the-cache", "hot object": "one-hot-key", "created and deleted during gap": "nobody-saw", "blocks": "slow-handler",
		"impossible sequence": "same-name", "does informer report every change": "nobody-saw", "modify cached object": "touching-the-cache",
		"key waits 16 minutes": "the-bypass", "factory WaitForCacheSync": "forbidden", "equal resourceVersion": "resync-repairs-nothing",
		"token expired": "forbidden", "AddEventHandler after start": "late-handler", "p1 p2 p3 deleted": "delete-never-seen", "errors list or watch": "watch-again",
		"token bucket": "everyone-waits", "expectations": "own-write", "drain hangs": "drain-leaves-work", "metrics": "forgotten-done",
		"hot key": "one-hot-key", "100 adds a second": "one-hot-key", "add many times": "one-hot-key", "how many passes": "one-hot-key", "热点 key": "one-hot-key",
		"pod recreated same name": "same-name", "UID changed": "same-name", "同名 Pod": "same-name", "Requeue true": "dirty-and-processing",
		"queue.Add inside reconcile": "dirty-and-processing", "watch closed": "watch-ends", "context canceled": "lost-lease", "WithTransform": "transform-drops",
		"处理两次": "requeue-after", "删除事件丢失": "delete-never-seen", "token 过期": "forbidden", "优雅退出": "drain-leaves-work",
		"read after write": "own-write", "lost events": "nobody-saw", "missed add": "nobody-saw", "called twice": "requeue-after", "why does my key run twice": "add-does-not-cancel",
		"HasSynced never true": "transform-fails", "handler blocks forever": "synced-twice", "Get blocks": "one-hot-key", "16 minutes": "backoff-ladder",
		"卡住": "the-bypass", "缓存 旧": "own-write", "ReleaseOnCancel": "lost-lease",
	} {
		p, found := newPlayer(), false
		p.Find = query
		for _, l := range scenarios.List() {
			found = found || l.ID == want && p.Found().Lesson(l)
		}
		if !found {
			t.Errorf("%q does not find %s", query, want)
		}
	}
	for query, want := range map[string]string{ // and this one first, in the order of the course
		"runs twice": "dirty-and-processing", "processed twice": "dirty-and-processing", "queued again after Done": "dirty-and-processing",
		"why does my reconcile run twice": "dirty-and-processing", "p1 p2 p3 deleted": "delete-never-seen", "token expired": "forbidden",
		"AddEventHandler after start": "late-handler", "modify cached object": "touching-the-cache", "does informer report every change": "nobody-saw",
		"key waits 16 minutes": "the-bypass", "factory WaitForCacheSync": "forbidden",
	} {
		p := newPlayer()
		p.Find = query
		search, all := p.Found(), scenarios.InOrder()
		if i := slices.IndexFunc(all, search.Lesson); i < 0 || all[i].ID != want {
			t.Errorf("%q does not find %s first: %d", query, want, i)
		}
	}
	for query, want := range map[string]bool{"": true, " \t": true, "no lesson says this": false, "<b>x</b>": false, "\u202e\u0623": false, strings.Repeat("long ", 2000): false} {
		p := newPlayer()
		p.Find = query
		search := p.Found()
		for _, l := range scenarios.List() {
			if got := search.Lesson(l); got != want {
				t.Errorf("%.20q finds %s: %v, want %v", query, l.ID, got, want)
			}
		}
	}
}

// A word is found where one begins, and below a lesson stands the line that says it, in the reader's language.
func TestTheSearchShowsTheLineAndWholeWordsFirst(t *testing.T) {
	for _, c := range []struct{ query, lang, id, line string }{
		{"hang", "en", "no-end-mark", ""},                            // its question says it
		{"hang", "en", "three-adds-one-job", "-"},                    // it says change
		{"relis", "en", "gone-relist", ""},                           // a word that begins so, in the id
		{"olesc", "en", "three-adds-one-job", "-"},                   // nobody says so
		{"the next resync finds out", "en", "delete-never-seen", ""}, // a wrong answer, which is no line to show
		{"tombstone", "en", "delete-never-seen", ""},                 // what another engine does is no line to show
		{"DeletedFinalStateUnknown", "en", "panic-ends-it", "**A value, no pointer: t, ok := obj.(cache.DeletedFinalStateUnknown).** Then pod, ok = t.Obj.(*v1.Pod): p1@5. t.Key is its key."},
		{"consistent read", "en", "too-large", "**LIST at rv 60 gets 504; a LIST without rv follows at once.** It is a consistent read: rv 60 even here. A streaming WATCH does the same."},
		{"一致性读", "zh", "too-large", "**rv 60 的 LIST 得到 504，紧接着就是一个不带 rv 的 LIST。**这是一致性读，在这里也能读到 rv 60。流式的 WATCH 也一样。"},
	} {
		p := newPlayer()
		p.Find, p.Hash.Lang = c.query, c.lang
		search, l := p.Found(), scenarios.Find(c.id)
		want := plain(c.line)
		if found := search.Lesson(l); found != (c.line != "-") {
			t.Errorf("%q finds %s: %v", c.query, c.id, found)
		} else if got := search.Line(l); found && got != want {
			t.Errorf("%q of %s in %s: the line is %q, want %q", c.query, c.id, c.lang, got, want)
		}
	}
	p := newPlayer()
	p.Find = "ynced" // where no word begins so, it may stand inside of one
	if !p.Found().Lesson(scenarios.Find("synced-twice")) {
		t.Error("ynced finds nothing")
	}
}

// An exercise is found by its title and its goal, in any language; what a hint says finds none.
func TestTheSearchGivesNoHintAway(t *testing.T) {
	x := scenarios.ExerciseNamed("two-hold-a")
	for query, want := range map[string]bool{"": true, "TWO hands": true, "hold  a at the same": true, x.Text("zh", "title"): true, x.Text("en", "hint1"): false, "no exercise says this": false} {
		p := newPlayer()
		p.Find = query
		if got := p.Found().Exercise(x); got != want {
			t.Errorf("%q finds the exercise: %v, want %v", query, got, want)
		}
	}
}

// Whoever searches for a lesson by what it is called finds it alone, with its exercises; an id is a
// word like any other.
func TestAPlaceOrANumberFindsOneLesson(t *testing.T) {
	for query, many := range map[string]bool{"S02": false, " s02 ": false, scenarios.Find("S02").Place(): false, "bookmark": true} {
		p := newPlayer()
		p.Find = query
		search, n, x := p.Found(), 0, 0
		for _, l := range scenarios.List() {
			if search.Lesson(l) {
				n++
			}
		}
		for _, e := range scenarios.Exercises() {
			if search.Exercise(e) {
				x++
			}
		}
		if n == 0 || many != (n > 1) || !many && x != 2 {
			t.Errorf("%q finds %d lessons and %d exercises", query, n, x)
		}
	}
}

// A place is another lesson's once one is put before it: no link keeps it.
func TestALinkWithAPlaceIsKeptByTheID(t *testing.T) {
	p := newPlayer()
	p.Update(start, Opened{"#s=" + scenarios.Find("S02").Place() + "&step=2"})
	p.Update(start, Next{})
	if got := p.link(); !strings.Contains(got, "s=dirty-and-processing&step=2") {
		t.Errorf("the link is %s", got)
	}
	if p.Update(start, Opened{"#s=S02&step=3"}); !strings.Contains(p.link(), "s=S02&step=3") {
		t.Errorf("S02 became %s", p.link())
	}
}

// Of each question it stays known whether the first answer was right, and whether the last one was.
func TestTheFirstAnswerStaysKnownAndTheLastOneCountsForARepeat(t *testing.T) {
	l := scenarios.Find("bookmark")
	q := questions(l)[0]
	for _, c := range []struct {
		answers string // g is a good one, b is not
		mark    Mark
		first   int
		missed  bool
	}{{"g", right, 1, false}, {"b", wrong, 0, true}, {"bg", mended, 0, false}, {"gb", slipped, 1, true}, {"gbg", right, 1, false}, {"bgb", wrong, 0, true}, {"bb", wrong, 0, true}} {
		p := ReadProgress("")
		for i, a := range c.answers {
			p = ReadProgress(p.String()) // as after a reload
			was := p.Mark(q)
			if news := p.mark(q, a == 'g'); news != (p.Mark(q) != was) {
				t.Errorf("%s: answer %d is news: %v", c.answers, i, news)
			}
		}
		if first, asked := p.First(l); p.Mark(q) != c.mark || first != c.first || asked != 1 || p.Missed(q) != c.missed {
			t.Errorf("%s: mark %c, right at first %d of %d, missed %v; want %c, %d of 1, %v", c.answers, p.Mark(q), first, asked, p.Missed(q), c.mark, c.first, c.missed)
		}
	}
}

// What a browser keeps is bounded by what the course has: the longest store fits many times.
func TestAllThatCanBeKeptIsSmall(t *testing.T) {
	p := ReadProgress("")
	for _, part := range scenarios.Course() {
		for range maxTimes + 1 {
			p.took(part.ID, 1, MaxQuiz)
		}
		for _, l := range part.Lessons {
			p.finish(l.ID, Score{9, 9})
			for _, q := range questions(l) {
				p.mark(q, false)
			}
		}
		for _, x := range part.Exercises() {
			p.Exercises[x.ID] = true
		}
	}
	text := p.String()
	if again := ReadProgress(text).String(); again != text || len(text) > 16<<10 {
		t.Errorf("%d bytes, read again it is\n%s\nwant\n%s", len(text), again, text)
	}
}

// A quiz has the questions that were answered wrong first, each once, and another order with another
// seed; the same seed is the same quiz, whoever takes it.
func TestAQuizAsksWhatWasWrongFirst(t *testing.T) {
	for _, part := range scenarios.Course() {
		p := newPlayer()
		var all []Question
		for _, l := range part.Lessons {
			all = append(all, questions(l)...)
		}
		missed := all[len(all)-2:]
		for _, q := range missed {
			p.Progress().mark(q, false)
		}
		orders := map[string]bool{}
		for seed := 1; seed <= 5; seed++ {
			chosen := p.choose(part.ID, seed)
			if n := min(MaxQuiz, len(all)); len(chosen) != n || chosen[0] != missed[0] || chosen[1] != missed[1] {
				t.Errorf("%s: %d questions, %v first; want %d, and %v", part.ID, len(chosen), chosen[:2], n, missed)
			}
			seen, order := map[Question]bool{}, ""
			for _, q := range chosen {
				if seen[q] {
					t.Errorf("%s asks %s twice", part.ID, q.Gate.ID)
				}
				seen[q] = true
				order += q.Gate.ID + fmt.Sprint(q.Gate.OrderOf(seed))
				if sorted := slices.Sorted(slices.Values(q.Gate.OrderOf(seed))); !slices.Equal(sorted, []int{0, 1, 2, 3}[:len(q.Gate.Options)]) {
					t.Errorf("the order %v is none", q.Gate.OrderOf(seed))
				}
			}
			if again := p.choose(part.ID, seed); !slices.Equal(again, chosen) {
				t.Errorf("%s: seed %d is another quiz the second time", part.ID, seed)
			}
			orders[order] = true
		}
		if len(orders) < 4 {
			t.Errorf("%s: five seeds make %d quizzes", part.ID, len(orders))
		}
	}
}

// Where the right answer stands says nothing: over seeds it stands everywhere.
func TestTheRightAnswerStandsEverywhere(t *testing.T) {
	for _, l := range scenarios.List() {
		for _, q := range questions(l) {
			at := map[int]bool{}
			for seed := range 40 {
				at[slices.Index(q.Gate.OrderOf(seed), 0)] = true
			}
			if len(at) != len(q.Gate.Options) {
				t.Errorf("%s/%s: the right one of %d stands only at %v", l.ID, q.Gate.ID, len(q.Gate.Options), at)
			}
		}
	}
}

// The text says what the page says, and what is missing, and in the reader's language.
func TestTheResultAsText(t *testing.T) {
	p := newPlayer()
	l := scenarios.Find("dirty-and-processing")
	p.Progress().finish(l.ID, Score{1, 2})
	p.Progress().mark(questions(l)[0], true)
	p.Progress().mark(questions(l)[1], false)
	p.Progress().took("queue", 6, 8)
	p.Progress().Exercises["two-hold-a"] = true
	p.Update(start, Opened{"#p=result"})
	got := p.ResultText()
	part := scenarios.Course()[0]
	for _, want := range []string{
		"2026-11-28\nhttps://example.org/\n", "1  A queue of keys\n", fmt.Sprintf("lessons done: 1 / %d\n", len(part.Lessons)),
		"right at first: 1 / 2\n", "best quiz: 6 / 8\n", fmt.Sprintf("exercises reached: 1 / %d\n", len(part.Exercises())),
		"All together\n", fmt.Sprintf("lessons done: 1 / %d\n", len(scenarios.List())), "1.2 One key, in two sets at once: W1 calls Done(a)",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the result does not say %q:\n%s", want, got)
		}
	}
	p.Hash.Lang = "zh"
	if got := p.ResultText(); !strings.Contains(got, "学完的课：1 / 6") && !strings.Contains(got, "学完的课: 1 / 6") {
		t.Errorf("in Chinese it is\n%s", got)
	}
}

// The quiz of a class asks what its own lessons ask, which a part's quiz goes beyond; what was wrong comes first.
func TestTheQuizOfAClassAsksOfItsLessonsOnly(t *testing.T) {
	for _, path := range scenarios.Paths() {
		own, all := path.Lessons(), []Question(nil)
		for _, l := range own {
			all = append(all, questions(l)...)
		}
		p := New(Env{})
		missed := all[len(all)-1]
		p.Progress().mark(missed, false)
		for seed := 1; seed <= 20; seed++ {
			chosen := p.choose(ClassQuiz+path.ID, seed)
			if len(chosen) != min(len(all), MaxQuiz) || chosen[0] != missed {
				t.Fatalf("class %s, seed %d: %d questions, want %d, and first the one that was wrong", path.ID, seed, len(chosen), min(len(all), MaxQuiz))
			}
			for _, q := range chosen {
				if !slices.Contains(own, q.Lesson) {
					t.Errorf("class %s, seed %d asks of %s, which is not in it", path.ID, seed, q.Lesson.ID)
				}
			}
		}
	}
}

// A quiz tells how things stand in the words of the queue that it asks of: the one with priorities has neither a dirty set
// nor one called processing.
func TestAQuizTellsOfAQueueInItsOwnWords(t *testing.T) {
	words := map[bool]map[string]string{
		false: {"d": "dirty", "p": "processing"},
		true:  {"q": "locked", "d": "ready", "p": "locked", "heap": "waiting"},
	}
	for _, lang := range text.Langs() {
		p, told := newPlayer(), map[string]bool{}
		p.Hash.Lang = lang
		for _, l := range scenarios.InOrder() {
			own := l.Queue() == sim.PriorityQueue
			for _, q := range questions(l) {
				for _, v := range p.StateOf(q) {
					if own {
						told[v.Name] = true
					}
					if want := words[own][v.Name]; lang == "en" && !strings.Contains(v.Help, want) {
						t.Errorf("%s: %s=%s is %q, want %q in it", q.Lesson.ID, v.Name, v.Example, v.Help, want)
					}
					if own && (strings.Contains(v.Help, "dirty") || strings.Contains(v.Help, "processing")) {
						t.Errorf("%s, %s: %s=%s is %q, in the words of client-go's queue", lang, q.Lesson.ID, v.Name, v.Example, v.Help)
					}
				}
			}
		}
		for _, name := range []string{"q", "d", "p", "heap"} {
			if !told[name] {
				t.Errorf("%s: no question of the queue with priorities tells %s", lang, name)
			}
		}
	}
}
