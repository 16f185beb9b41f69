package player

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/informerscope/informerscope/core/golden"
	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/draw"
	"github.com/informerscope/informerscope/wasm/scrubber"
	"github.com/informerscope/informerscope/wasm/text"
)

// messages are the words by which scripts give messages.
var messages = map[string]func(args string) Msg{
	"open":      func(a string) Msg { return Opened{a} },
	"next":      func(string) Msg { return Next{} },
	"back":      func(string) Msg { return Back{} },
	"toggle":    func(string) Msg { return Toggle{} },
	"arrived":   func(string) Msg { return Arrived{} },
	"rang":      func(a string) Msg { return Rang{a} },
	"seek":      func(a string) Msg { return Seek{number(a)} },
	"scrub":     func(a string) Msg { return ScrubHit{ID: a, X: 300, Width: 600} },
	"marker":    func(a string) Msg { return Marker{number(a)} },
	"end":       func(a string) Msg { return End{a == "last"} },
	"speed":     func(a string) Msg { v, _ := strconv.ParseFloat(a, 64); return Speed{v} },
	"faster":    func(string) Msg { return Faster{true} },
	"slower":    func(string) Msg { return Faster{false} },
	"part":      func(string) Msg { return OnPart{} },
	"unpart":    func(string) Msg { return BackPart{} },
	"answer":    func(a string) Msg { return Answer{number(a)} },
	"whatif":    func(string) Msg { return WhatIf{} },
	"do":        func(a string) Msg { c, err := sim.ParseCommand(a); return Do{must(c, err)} },
	"typed":     func(a string) Msg { return typed(a) },
	"cursor":    func(a string) Msg { return Cursor{number(a)} },
	"fill-in":   func(string) Msg { return Fill{} },
	"run-all":   func(string) Msg { return RunAll{} },
	"stop":      func(string) Msg { return StopEdit{} },
	"translate": func(string) Msg { return Translate{} },
	"prosed":    func(a string) Msg { return Prosed{strings.ReplaceAll(a, `\n`, "\n")} },
	"to-line":   func(a string) Msg { return ToLine{number(a)} },
	"packed": func(a string) Msg {
		n, text, _ := strings.Cut(a, " ")
		text, prose, _ := strings.Cut(text, " ")
		return Packed{number(n), text, prose}
	},
	"translation": func(a string) Msg {
		from, text, _ := strings.Cut(a, " ")
		return Translation{From: from, Name: "mine.zh.md", Text: strings.ReplaceAll(text, `\n`, "\n")}
	},
	"agree":      func(string) Msg { return Agree{} },
	"brought":    func(a string) Msg { n, name, _ := strings.Cut(a, " "); return readAs(number(n), name) },
	"host":       func(a string) Msg { return HostSays{strings.Replace(a, "{", `{"protocol":"informerscope/1",`, 1)} },
	"hint":       func(string) Msg { return Hint{} },
	"retry":      func(string) Msg { return Retry{} },
	"onward":     func(string) Msg { return QuizNext{} },
	"requiz":     func(string) Msg { return QuizAgain{} },
	"anewquiz":   func(string) Msg { return QuizAnew{} },
	"notes":      func(string) Msg { return LoadNotes{} },
	"print":      func(string) Msg { return Print{} },
	"find-open":  func(string) Msg { return FindOpen{} },
	"save":       func(string) Msg { return SaveResult{} },
	"solve":      func(string) Msg { return Solve{} },
	"anew":       func(string) Msg { return Anew{} },
	"undo":       func(string) Msg { return Undo{} },
	"redo":       func(string) Msg { return Redo{} },
	"branch":     func(a string) Msg { return Branch{number(a)} },
	"drop":       func(string) Msg { return Drop{} },
	"plan":       func(a string) Msg { return Plan{a} },
	"tree":       func(string) Msg { return Tree{} },
	"fold":       func(a string) Msg { return Fold{a} },
	"tab":        func(a string) Msg { return ChooseCode{a} },
	"engine":     func(a string) Msg { return Engine{a} },
	"queue":      func(a string) Msg { return Queue{a} },
	"lang":       func(a string) Msg { return Language{a} },
	"theme":      func(string) Msg { return NextTheme{} },
	"present":    func(string) Msg { return TogglePresent{} },
	"escape":     func(string) Msg { return Escape{} },
	"hover":      func(a string) Msg { return Hover{a} },
	"click":      func(a string) Msg { return Click{Hit: a} },
	"title":      func(a string) Msg { return Click{Title: a} },
	"pick":       func(a string) Msg { return Pick{a} },
	"hold":       func(a string) Msg { return Held{a} },
	"explain":    func(a string) Msg { return Explain{a} },
	"machine":    func(a string) Msg { return Machine{a} },
	"share":      func(string) Msg { return OpenShare{} },
	"take":       func(a string) Msg { return Take{a} },
	"search":     func(a string) Msg { return Search{a} },
	"forget":     func(string) Msg { return ForgetAll{} },
	"unsettle":   func(string) Msg { return Unsettle{} },
	"started":    func(string) Msg { return Started{} },
	"left":       func(string) Msg { return LeftFullscreen{} },
	"blank":      func(string) Msg { return Blank{} },
	"spot":       func(string) Msg { return Spotlight{} },
	"help":       func(string) Msg { return Help{} },
	"term":       func(a string) Msg { return Term{a} },
	"turn":       func(a string) Msg { return Turn{a} },
	"token":      func(a string) Msg { return PickToken{a} },
	"choose-key": func(a string) Msg { return Choose{"key", a} },
	"choose-pod": func(a string) Msg { return Choose{"pod", a} },
	"orders":     func(string) Msg { return OpenOrders{} },
	"unorder":    func(string) Msg { return CloseOrders{} },
	"unordered":  func(string) Msg { return OrdersClosed{} },
	"pick-state": func(a string) Msg { return PickState{number(a)} },
	"take-step":  func(a string) Msg { return TakeStep{number(a)} },
	"untake":     func(string) Msg { return UntakeStep{} },
	"pick-fault": func(a string) Msg { return PickFault{number(a)} },
	"own-way":    func(string) Msg { return OwnWay{} },
	"play-way":   func(string) Msg { return PlayWay{} },
	"unsay":      func(string) Msg { return CloseNotice{} },
	"unshare":    func(string) Msg { return CloseShare{} },
	"unshared":   func(string) Msg { return ShareClosed{} },
	"size":       func(a string) Msg { return ShareSize{number(a)} },
	"way":        func(a string) Msg { return ShareWay{number(a)} },
	"film-from":  func(a string) Msg { return FilmFrom{number(a)} },
	"film-to":    func(a string) Msg { return FilmTo{number(a)} },
	"film":       func(a string) Msg { return MakeFilm{a} },
	"film-stop":  func(string) Msg { return StopFilm{} },
	"film-at": func(a string) Msg {
		n, done, _ := strings.Cut(a, " ")
		return FilmAt{number(n), number(cmp.Or(done, "1"))}
	},
	"film-made": func(a string) Msg { n, why, _ := strings.Cut(a, " "); return FilmMade{number(n), why} },
	"copy":      func(a string) Msg { return CopyField{a} },
	"copied":    func(a string) Msg { return Copied{a == "well"} },
	"painted":   func(a string) Msg { return Painted{a == "well"} },
	"find":      func(a string) Msg { return LiveFind{a} },
	"form":      func(a string) Msg { return OpenForm{a} },
	"header":    func(a string) Msg { return OpenHeader{a} },
	"fill":      func(a string) Msg { f, v, _ := strings.Cut(a, " "); return FillIn{f, v} },
	"write":     func(a string) Msg { return Write{a} },
	"give":      func(string) Msg { return Give{} },
	"set":       func(string) Msg { return SetHeader{} },
	"without":   func(a string) Msg { key, word, _ := strings.Cut(a, " "); return LeaveOut{key, word} },
	"find-verb": func(a string) Msg { return FindVerb{a} },
	"scrolled":  func(a string) Msg { return Scrolled{float64(number(a))} },
	"key": func(a string) Msg {
		if d, k, ok := strings.Cut(a, " over "); ok {
			return Key{Name: d, Dialog: k}
		}
		if k, role, ok := strings.Cut(a, " on "); ok {
			return Key{Name: k, On: Target{Tag: "button", Role: role}}
		}
		if k, ok := strings.CutPrefix(a, "alt "); ok {
			return Key{Name: k, Alt: true}
		}
		if k, ok := strings.CutPrefix(a, "ctrl "); ok {
			return Key{Name: k, Ctrl: true}
		}
		if a == "space" {
			a = " "
		}
		return Key{Name: a}
	},
	"reduced": func(a string) Msg { return Preferred{Prefs{Lang: "en"}, a == "on"} },
	"resize": func(a string) Msg {
		w, h, _ := strings.Cut(a, "x")
		return Resized{W: float64(number(w)), H: float64(number(h)), BoxW: float64(number(w)) - 380, BoxH: float64(number(h)) - 220}
	},
	"settle": func(a string) Msg {
		engine, set, _ := strings.Cut(a, " ")
		s, _ := ParseSettings(set)
		return Settle{engine, s}
	},
	"hidden": func(a string) Msg { return Hidden{a == "on"} },
	"choose": func(a string) Msg { r, ns, _ := strings.Cut(a, " "); return LiveChoose{r, ns} },
	"knob": func(a string) Msg {
		n, v, _ := strings.Cut(a, " ")
		f, _ := strconv.ParseFloat(v, 64)
		return LiveKnob{n, f}
	},
	"opened":      func(a string) Msg { run, gen, _ := ofWatch(a); return WatchOpened{run, gen} },
	"frame":       func(a string) Msg { run, gen, f := ofWatch(a); return WatchFrame{run, gen, []byte(f)} },
	"closed":      func(a string) Msg { run, gen, why := ofWatch(a); return WatchClosed{run, gen, why} },
	"attended":    func(a string) Msg { return ClassOpened{number(a)} },
	"told":        func(a string) Msg { run, f, _ := strings.Cut(a, " "); return ClassFrame{number(run), []byte(f)} },
	"hung-up":     func(a string) Msg { run, why, _ := strings.Cut(a, " "); return ClassClosed{number(run), why} },
	"around":      func(string) Msg { return Around{} },
	"return":      func(string) Msg { return Return{} },
	"lost":        func(string) Msg { return Lost{} },
	"reveal":      func(string) Msg { return Reveal{} },
	"code-large":  func(string) Msg { return ClassCode{} },
	"code-closed": func(string) Msg { return CodeClosed{} },
	"rejoin":      func(string) Msg { return Rejoin{} },
	"leave-class": func(string) Msg { return LeaveClass{} },
	"got": func(a string) Msg {
		what, a, _ := strings.Cut(a, " ")
		run, gen, a := ofWatch(a)
		code, body, _ := strings.Cut(a, " ")
		return Got{Run: run, What: what, Gen: gen, Code: number(code), Body: []byte(body)}
	},
}

// ofWatch reads "2.1", which is as effects print it: the run and its watch; then comes the rest.
func ofWatch(a string) (run int, gen uint32, rest string) {
	of, rest, _ := strings.Cut(a, " ")
	r, g, _ := strings.Cut(of, ".")
	return number(r), uint32(number(g)), rest
}

func number(a string) int { return must(strconv.Atoi(a)) }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// catalogs are the page's messages.
var catalogs = map[string]*text.Catalog{"en": text.For("en"), "zh": text.For("zh")}

func words(lang, key string, args ...string) string { return catalogs[lang].Text(key, args...) }

// newPlayer is a player in a wide window whose painter has started.
func newPlayer() *Player { return playerIn(nil) }

// playerIn is one in a browser that keeps something.
func playerIn(kept func(name string) string) *Player {
	p := New(Env{Text: words, Base: "https://example.org/", Kept: kept})
	for _, m := range []Msg{Preferred{Prefs: Prefs{Lang: "en"}}, Resized{W: 1280, H: 800, BoxW: 900, BoxH: 500}, Started{}} {
		for _, e := range p.Update(start, m) {
			if _, ok := e.(Save); ok {
				panic("an address that was not read yet is overwritten: " + e.String())
			}
		}
	}
	return p
}

var start = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

// What a message does: the effects in their order, and where the playhead stands then. A line of
// testdata that begins at the margin is a message, "wait" and how long, or "keeps" and what the browser does; the lines below it are
// what came of it.
func TestEachMessageHasItsEffects(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	if len(files) == 0 {
		t.Fatal("no scripts in testdata")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			golden.Holds(t, file, play1(t, string(must(os.ReadFile(file)))))
		})
	}
}

// unscripted are messages that no line of a script can give: of files, and those of keys, which are
// given as "key".
var unscripted = []string{"FileChosen", "FileLost", "FileReading", "pressed", "nothing"}

// Each message of this package has a word, so that a script can give it.
func TestEachMessageHasAWord(t *testing.T) {
	known := slices.Clone(unscripted)
	args := map[string]string{"do": "Add a", "opened": "1.1", "frame": "1.1", "brought": "1 x.iq", "packed": "1 x", "typed": "1 x", "closed": "1.1", "got": "info 1.0 200", "resize": "1x1"}
	for word, says := range messages {
		arg, ok := args[word]
		if !ok {
			arg = "1"
		}
		known = append(known, strings.TrimPrefix(fmt.Sprintf("%T", says(arg)), "player."))
	}
	for _, file := range must(filepath.Glob("*.go")) {
		for _, m := range regexp.MustCompile(`(?m)^func \((?:\w+ )?(\w+)\) do\(`).FindAllStringSubmatch(string(must(os.ReadFile(file))), -1) {
			if !slices.Contains(known, m[1]) {
				t.Errorf("%s: no script can say %s: give it a word in messages, and a line in testdata", file, m[1])
			}
		}
	}
}

func play1(t *testing.T, script string) string {
	kept := map[string]string{}
	p, now, told := playerIn(func(name string) string { return kept[name] }), start, "" // told is what the scrubber told last
	var out strings.Builder
	for line := range strings.Lines(script) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "  ") {
			continue
		}
		fmt.Fprintln(&out, line)
		word, args, _ := strings.Cut(line, " ")
		if word == "" || strings.HasPrefix(word, "#") {
			continue
		}
		if word == "keeps" { // the browser does
			name, text, _ := strings.Cut(args, " ")
			kept[name] = text
			continue
		}
		if word == "wait" {
			now = now.Add(must(time.ParseDuration(args)))
			continue
		}
		m := messages[word]
		if m == nil {
			t.Fatalf("unknown message %q", line)
		}
		for _, e := range p.Update(now, m(args)) {
			line := "  " + e.String() + carried(e)
			if _, ok := e.(Scrub); ok {
				if is := scrubbed(p); is != told {
					told = is
					line += ": " + told
				}
			}
			fmt.Fprintln(&out, line)
		}
		fmt.Fprintln(&out, "  = "+standing(p))
	}
	return out.String()
}

// carried is what a Move carries along or changes: what stands elsewhere in its middle than at its
// beginning or its end.
func carried(e Effect) string {
	m, ok := e.(Move)
	if !ok || m.Ms == 0 {
		return ""
	}
	begin, middle, end := places(m.Frame(0)), places(m.Frame(m.Ms/2)), places(m.Frame(m.Ms))
	moved := map[string]bool{}
	for _, at := range []map[string]string{begin, middle, end} {
		for id := range at {
			if begin[id] != middle[id] || middle[id] != end[id] {
				moved[id] = true
			}
		}
	}
	if len(moved) == 0 {
		return ""
	}
	return ": " + strings.Join(slices.Sorted(maps.Keys(moved)), ", ")
}

// scrubbed is what the scrubber tells beside its steps: its rows, where it asks, and where other futures part.
func scrubbed(p *Player) string {
	p.Scrubber(600) // as the shell does
	if p.Head == nil || p.Live != nil {
		return ""
	}
	b := p.biography(600)
	said := cmp.Or(b.Rows, scrubber.RowsKeys)
	for i, asks := range b.Gates {
		if asks {
			said += fmt.Sprintf(" ?%d", i+1)
		}
	}
	for _, f := range b.Partings {
		said += fmt.Sprintf(" %s %q %d–%d", f.ID, f.Name, f.Step, f.Steps) + map[bool]string{true: " at length"}[f.Long]
	}
	return said
}

// places are where things stand, by their names, and how much of them is seen.
func places(shapes []draw.Shape) map[string]string {
	at := map[string]string{}
	for _, s := range shapes {
		if s.ID != "" {
			x0, y0, x1, y1 := s.Bounds()
			at[s.ID] += fmt.Sprintf("%.1f %.1f %.1f %.1f %.2f;", x0, y0, x1, y1, s.Alpha)
		}
	}
	return at
}

// standing is where the player is, in a line.
func standing(p *Player) string {
	parts := []string{p.Hash.Page}
	if h := p.Head; h != nil {
		_, last, at := p.Span()
		parts = append(parts, fmt.Sprintf("step %d of %d", at, last))
		if h.Part > 0 {
			parts = append(parts, fmt.Sprintf("part %d of %d", h.Part, p.Parts()))
		}
		if h.Playing {
			parts = append(parts, "playing")
		}
		if h.Speed != 1 {
			parts = append(parts, rate(h.Speed)+"×")
		}
		if h.Session != nil && len(h.Session.Branches()) > 1 {
			parts = append(parts, fmt.Sprintf("future %d of %d", h.Session.Shown(), len(h.Session.Branches())-1))
		}
	}
	if layout := p.Layout(); layout != "wide" || p.Stacked() {
		parts = append(parts, layout+map[bool]string{true: ", stacked"}[p.Stacked()])
	}
	if e := &p.Edit; p.Hash.Page == "edit" {
		for _, r := range e.Ran {
			parts = append(parts, fmt.Sprintf("%s wrong %d", r.On, r.Wrong))
		}
		if said := p.Tell(e.Said); said != "" {
			parts = append(parts, strconv.Quote(said))
		}
		if e.Running() {
			parts = append(parts, fmt.Sprintf("plays, %d steps so far", len(e.run.Steps)))
		}
		if e.Long {
			parts = append(parts, "too long for a link")
		}
	}
	if p.Present.full {
		parts = append(parts, "full screen")
	}
	if p.Card != "" {
		parts = append(parts, "card "+strconv.Quote(p.Card))
	}
	if p.Head != nil && p.Head.Exercise != nil {
		parts = append(parts, fmt.Sprintf("%d calls, %d hints", p.Used(), p.Practice.Hints))
		if p.Practice.Reached {
			parts = append(parts, "reached")
		}
	}
	if p.Ask.Open {
		parts = append(parts, "asks")
	}
	if c := p.Class; c != nil {
		class := "class: " + p.ClassLine()
		if votes, of := p.Votes(); votes != nil {
			class += fmt.Sprintf(" votes %v of %d", votes, of)
		}
		if c.Vote >= 0 {
			class += fmt.Sprintf(" voted %d", c.Vote)
		}
		if p.IsLost() {
			class += " is lost"
		}
		parts = append(parts, class)
	}
	if wrong := p.Wrong(); len(wrong) > 0 {
		parts = append(parts, fmt.Sprintf("wrong at %v", wrong))
	}
	if p.Hash.Page == "quiz" {
		q, _ := p.Asked()
		parts = append(parts, fmt.Sprintf("quiz of %s, %d of %d right, question %d", p.Quiz.Of, p.Quiz.Right(), len(p.Quiz.Questions), p.Quiz.At+1))
		if q.Lesson != nil {
			parts = append(parts, fmt.Sprintf("%s/%s in the order %v", q.Lesson.ID, q.Gate.ID, p.Quiz.Order(q)))
		}
		if picked, ok := p.Answered(); ok {
			parts = append(parts, fmt.Sprintf("picked %d", picked))
		}
	}
	if link, title := p.Onward(); p.Hash.Of != "" && p.Hash.Stage() && link != "" {
		parts = append(parts, "then "+link+" "+title)
	}
	if stops := p.Taught(); len(stops) > 0 {
		n, here, lost := p.Note(stops[0].Lesson.ID)
		parts = append(parts, fmt.Sprintf("%d stops, %d to ask, notes here %v, lost %v", len(stops), len(n.Ask), here, lost))
	}
	if n := len(p.Ask.Answered); n > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d answers right", p.Ask.Right, n))
		if g, picked := p.Verdict(); g != nil {
			parts = append(parts, fmt.Sprintf("here %d", picked+1))
		}
	}
	for _, r := range p.Rivals() {
		parts = append(parts, fmt.Sprintf("%s at %d.%d", p.Column(r), r.Step, r.Part))
	}
	if p.Present.Blank || p.Present.Spot || p.Present.Key != "" {
		parts = append(parts, fmt.Sprintf("blank %v, spot %v, pressed %q", p.Present.Blank, p.Present.Spot, p.KeyLabel(p.Present.Key)))
	}
	if p.Hash.Code == "1" && p.HasCode() {
		code, _ := p.Code()
		parts = append(parts, fmt.Sprintf("code %s, %d lines lit", code.Func.Name, code.Count))
	}
	if p.Hash.Code == OwnCode && p.HasCode() {
		own, _ := p.Own()
		parts = append(parts, fmt.Sprintf("code %s, %d lines lit", own.Func.Name, len(own.Ran)))
	}
	if p.Term != "" {
		parts = append(parts, "explains "+p.Term)
	}
	if p.Share.Open {
		parts = append(parts, fmt.Sprintf("shares, %s, frame %d %q%s", p.Way().Name, p.Share.Size, p.Tell(p.Share.Said), p.Tell(p.Share.File)))
		if _, last, _, fits, ok := p.Films(); ok {
			f := p.Share.Film
			parts = append(parts, fmt.Sprintf("film %d to %d of %d, fits %v, %d drawn", f.From, f.To, last, fits, f.Done))
		}
	}
	if o := p.Orders; o.Open && o.X != nil {
		var way []string
		for _, n := range o.Way {
			way = append(way, o.X.Steps()[n].Name)
		}
		parts = append(parts, fmt.Sprintf("orders %d/%d, %q, %d wrong, way %s, %q", len(o.X.States()), len(o.X.Steps()), p.OrdersKnown(), len(o.X.Faults()), strings.Join(way, " > "), p.OrdersWay()))
	}
	if p.Hash.Page == "play" && p.Head != nil && (p.Tools.Key != "a" || !strings.HasSuffix(p.Tools.Pod, "p1")) {
		parts = append(parts, "at hand "+p.Tools.Key+" and "+p.Tools.Pod)
	}
	if f := p.Tools.Form; f.Shown || f.Verb != "" || f.Header != "" || f.Find != "" {
		parts = append(parts, fmt.Sprintf("form %q %s", p.FormLine(), f.Find), p.Misread())
	}
	if p.Scroll != 0 {
		parts = append(parts, fmt.Sprintf("scrolled %.0f px", p.Scroll))
	}
	if l := p.Live; l != nil && (l.Workers != 2 || l.Seconds != 0.5 || l.Failing != 0.1) {
		parts = append(parts, fmt.Sprintf("%d workers, %v s a pass, %v fail", l.Workers, l.Seconds, l.Failing))
	}
	if p.Live != nil && p.Live.Find != "" {
		parts = append(parts, fmt.Sprintf("finds %q: %d", p.Live.Find, len(p.Live.Filter(p.Shown(), p.Listed.List(p.Shown())))))
	}
	if p.Live != nil && p.Live.Frozen() {
		parts = append(parts, "frozen")
	}
	if s := p.Shown(); s != nil && p.Live != nil {
		if of := p.view(s).Detail; of.Adds+of.Gets != 0 {
			parts = append(parts, fmt.Sprintf("%.1f adds and %.1f gets a second", of.Adds, of.Gets))
		}
	}
	_, _, line := p.Headline()
	if line != "" {
		parts = append(parts, strconv.Quote(middle(line, 70)))
	}
	if p.Notice() != "" {
		parts = append(parts, "says "+strconv.Quote(middle(p.Notice(), 90)))
	}
	return strings.Join(parts, ", ")
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range b {
		if i >= len(a) || a[i] != b[i] {
			from := max(0, i-4)
			return "line " + strconv.Itoa(i+1) + "\nwant:\n" + strings.Join(a[from:min(len(a), i+3)], "\n") + "\ngot:\n" + strings.Join(b[from:min(len(b), i+3)], "\n")
		}
	}
	return "it is longer"
}

// pageOf is a player that shows something already.
func pageOf(h Hash, head *Playhead) *Player {
	p := New(Env{Text: words})
	p.Hash, p.Head = h, head
	p.Window = Window{W: 1280, H: 800}
	return p
}

// readAs is the reading n of a file: a lesson of the course under another name, or nonsense.
// typed is a text in one line, with \n between its own, behind the line of the cursor.
func typed(a string) Msg {
	line, text, _ := strings.Cut(a, " ")
	return Typed{strings.ReplaceAll(text, `\n`, "\n"), number(line)}
}

func readAs(n int, name string) Msg {
	text, err := scenarios.Files("first-light.iq")
	if name == "bad.iq" {
		text = "nonsense"
	}
	f, bad := ReadFile(name, strings.Replace(must(text, err), "id: first-light", "id: mine", 1), nil)
	if bad == nil {
		zh, err := scenarios.Files("first-light.zh.md")
		bad = f.Lesson.Translate("first-light.zh.md", "zh", must(zh, err))
	}
	return FileRead{N: n, Name: name, File: f, Err: bad}
}
