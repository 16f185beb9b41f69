package player

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/scene"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/informerscope/informerscope/wasm/text"
)

// Hash is all the state a link carries. The zero value is the home page in the reader's
// own language and theme. This file alone reads and writes location.hash.
type Hash struct {
	Page      string // "home", "course", "gallery", "language", "teach", "quiz", "result", "lesson", "play", "live", "trace"
	Lesson    string // s
	Step      int    // 0 is before the first, Newest the last there is
	Part      int    // of the step, from 1; 0 is the whole step
	View      string // "", "all", "workqueue", "fifo", "store", "heap", "tree"
	Engine    string
	Queue     string // "client-go", "priority"
	Compare   string // engines or queues side by side: "all", "classic,atomic", or "client-go,priority"
	Lang      string
	Theme     string // "", "light", "dark", "hc" (high contrast)
	Embed     bool
	Resource  string // res: "pods", "apps/v1/deployments"
	Namespace string // ns
	Inline    string // z: commands of a playground, "Add a; W1 Get"
	File      bool   // the lesson or trace is a file: src=file is the reader's own, which a link cannot carry
	Src       string // src: where that file is, when the link says it: "../mine.iq"
	Packed    string // iq: or all of its text, packed; see Unpack
	Prose     string // md: the translation of that text, packed as it is
	Exercise  string // ex: the goal of a playground
	Of        string // of: the path that teach shows or a lesson belongs to, the part or class that quiz asks of, or Missed
	Seed      int    // seed: of a quiz, its order; 0 is another one each time
	Set       string // settings of a playground, "workers:3,limiter:bucket"
	If        string // if: other futures, a line each, "5:W2 Get; Add b"; see futures
	Token     string // focus: the key whose biography is open
	Zone      string // the zone whose explanation is open: "dirty", of several side by side "fifo|classic"
	Code      string // "1" shows the machine's code beside the state, OwnCode the reader's, "0" none; "" as there is room
	Side      string // "metrics" unfolds the metrics of the work queue
	Speed     string // "2" plays twice as fast; one of Speeds
	Predict   string // "0": questions are shown, not asked; "1": they are asked in a small frame, too
	Present   bool   // present=1: for a projector
	Frame     Frame  // how an author wants it shown
}

var (
	pages    = []string{"home", "course", "gallery", "language", "teach", "quiz", "result", "lesson", "play", "edit", "live", "trace"}
	views    = []string{"", "all", "workqueue", "fifo", "store", "heap", "tree"}
	engines  = append([]string{"", "workqueue"}, sim.Engines()...)
	queues   = append([]string{""}, sim.Queues()...)
	themes   = []string{"", "light", "dark", "hc"}
	codes    = []string{"", "0", "1", OwnCode}
	sides    = []string{"", "metrics", "0"}
	predicts = []string{"", "0", "1"}
	speeds   = []string{"", "0.25", "0.5", "1", "2", "4", "8"}
	langs    = append([]string{""}, text.Langs()...)
)

// Parse reads a hash, with or without its #. Unknown keys are ignored; a known key with a
// value it cannot have keeps its default and is reported in problems.
func Parse(hash string) (h Hash, problems []tell.Problem) {
	h.Page = "home"
	values := map[string]string{}
	bad := func(key, name, value, want string) {
		problems = append(problems, tell.Problem{Key: key, Name: name, Value: short(value), Want: want})
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(hash, "#"), "&") {
		name, value, _ := strings.Cut(part, "=")
		text, err := url.QueryUnescape(value)
		switch {
		case len(value) > maxValue:
			bad("link.long", short(name), tell.Bytes(len(value)), tell.Bytes(maxValue))
			continue
		case err != nil:
			bad("link.unreadable", short(name), value, "")
			continue
		}
		values[name] = text
	}
	one := func(name string, of []string, into *string) {
		v, ok := values[name]
		switch {
		case !ok || v == "auto":
		case slices.Contains(of, v):
			*into = v
		default:
			bad("link.other", name, v, strings.Join(slices.DeleteFunc(slices.Clone(of), func(s string) bool { return s == "" }), ", "))
		}
	}
	h.Lesson, h.Resource, h.Namespace, h.Inline, h.Token = values["s"], values["res"], values["ns"], values["z"], values["key"]
	h.If, h.Exercise = values["if"], values["ex"]
	for line := range strings.SplitSeq(h.If, "\n") {
		if _, ok := parseFuture(line); !ok {
			h.If = "" // a later line may leave what this one leads to
			bad("link.future", "if", line, "5:W2 Get; Add b")
			break
		}
	}
	h.Src, h.Packed, h.Prose = values["src"], values["iq"], values["md"]
	if h.File = h.Src != "" || h.Packed != ""; h.Src == "file" {
		h.Src = ""
	}
	if h.Lesson != "" && h.If != "" {
		h.Page = "play"
	} else if h.Lesson != "" {
		h.Page = "lesson"
	} else if h.fromLink() {
		h.Page = "lesson"
	} else if h.Inline != "" || h.Exercise != "" {
		h.Page = "play"
	}
	one("p", pages, &h.Page)
	one("of", ofs(h.Page), &h.Of)
	one("view", views, &h.View)
	one("engine", engines, &h.Engine)
	one("queue", queues, &h.Queue)
	if list, ok := parseCompare(values["compare"]); ok {
		h.Compare = list
	} else {
		bad("link.compare", "compare", values["compare"], strings.Join(slices.Concat(abreast...), ", "))
	}
	if set, ok := ParseSettings(values["set"]); ok {
		if h.Page == "play" && h.Lesson == "" && h.Exercise == "" && h.Queue != "" { // it is one of the settings there
			set, h.Queue = set.With("queue", h.Queue), ""
		}
		h.Set = set.String()
	} else {
		bad("link.set", "set", values["set"], "workers:1 … workers:"+strconv.Itoa(maxWorkers)+", limiter:"+strings.Join(LimiterNames(), ", limiter:")+", queue:"+sim.PriorityQueue+", index:off, resync:30s")
	}
	if zone, of, _ := strings.Cut(values["zone"], "|"); zone == "" || slices.Contains(scene.ZoneNames(), zone) && slices.Contains(slices.Concat(engines, queues), of) {
		h.Zone = values["zone"]
	} else {
		bad("link.other", "zone", values["zone"], strings.Join(scene.ZoneNames(), ", "))
	}
	one("theme", themes, &h.Theme)
	one("lang", langs, &h.Lang)
	one("code", codes, &h.Code)
	one("side", sides, &h.Side)
	one("speed", speeds, &h.Speed)
	one("predict", predicts, &h.Predict)
	if v, ok := values["step"]; ok {
		n, err := strconv.Atoi(v)
		if err != nil || n < 0 {
			bad("link.number", "step", v, "0")
		} else {
			h.Step = n
		}
	}
	if _, ok := values["step"]; !ok && h.replays() {
		h.Step = Newest
	}
	if v, ok := values["part"]; ok {
		n, err := strconv.Atoi(v)
		if err != nil || n < 0 {
			bad("link.number", "part", v, "1")
		} else {
			h.Part = n
		}
	}
	if v, ok := values["seed"]; ok {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 {
			bad("link.number", "seed", v, "1")
		} else {
			h.Seed = n
		}
	}
	for _, k := range frameKeys {
		if v, ok := values[k.name]; ok {
			if want, ok := k.take(&h.Frame, v); !ok {
				bad("link.other", k.name, v, want)
			}
		}
	}
	if _, ok := values["step"]; !ok && h.Page == "lesson" && h.Frame.From > 0 {
		h.Step = h.Frame.From
	}
	if _, ok := values["step"]; ok {
		h.Frame.At = "" // the step says it
	}
	h.Present = values["present"] == "1"
	if v, ok := values["embed"]; ok && v != "0" && v != "false" {
		h.Embed = true
	}
	return h, problems
}

// ofs are the values of of on a page.
func ofs(page string) []string {
	all := []string{""}
	switch page {
	case "teach", "lesson", "play":
		for _, path := range scenarios.Paths() {
			all = append(all, path.ID)
		}
	case "quiz":
		for _, part := range scenarios.Course() {
			all = append(all, part.ID)
		}
		for _, path := range scenarios.Paths() {
			all = append(all, ClassQuiz+path.ID)
		}
		all = append(all, Missed)
	}
	return all
}

// OwnCode is what a link says that shows the reader's own controller.
const OwnCode = "own"

// Newest is the step of a playground's link that names none.
const Newest = -1

// replays reports whether the link brings commands of a playground.
func (h Hash) replays() bool { return h.Page == "play" && (h.Inline != "" || h.If != "") }

// elsewhere is what holds on whatever else is shown: what the reader has chosen, and how an author wants it shown.
// The stretch that plays belongs to the story.
func (h Hash) elsewhere() Hash {
	f := h.Frame
	f.From, f.To, f.Loop, f.Autoplay, f.At = 0, 0, false, false, ""
	return Hash{Lang: h.Lang, Theme: h.Theme, Embed: h.Embed, Code: h.Code, Side: h.Side, Speed: h.Speed, Predict: h.Predict, Present: h.Present, Frame: f}
}

// instead is the link to another lesson's beginning, for one that names none that there is:
// its step, view and engine belong to the unknown lesson.
func (h Hash) instead(lesson string) Hash {
	h = h.elsewhere()
	h.Page, h.Lesson = "lesson", lesson
	return h
}

// Stage reports whether the page has a stage: the others are for reading.
func (h Hash) Stage() bool {
	return h.Page == "lesson" || h.Page == "play" || h.Page == "edit" || h.Page == "live" || h.Page == "trace"
}

// maxValue bounds one value of a link, in bytes.
const maxValue = 16 << 10

func short(s string) string {
	if len(s) > 40 {
		return strconv.Quote(s[:40]) + "…"
	}
	return strconv.Quote(s)
}

// String prints the hash with its #, defaults left out. Parse(h.String()) is h.
func (h Hash) String() string {
	var parts []string
	put := func(name, value string) {
		if value != "" {
			parts = append(parts, name+"="+url.QueryEscape(value))
		}
	}
	if h.Embed {
		parts = append(parts, "embed")
	}
	put("p", h.Page)
	put("s", h.Lesson)
	if h.Step > 0 || h.Step == 0 && (h.replays() || h.Frame.From > 0) {
		put("step", strconv.Itoa(h.Step))
	}
	if h.Part > 0 {
		put("part", strconv.Itoa(h.Part))
	}
	put("view", h.View)
	put("engine", h.Engine)
	put("queue", h.Queue)
	put("compare", h.Compare)
	put("res", h.Resource)
	put("ns", h.Namespace)
	put("ex", h.Exercise)
	put("of", h.Of)
	if h.Seed > 0 {
		put("seed", strconv.Itoa(h.Seed))
	}
	put("set", h.Set)
	put("z", h.Inline)
	put("if", h.If)
	if h.Src == "" && h.Packed == "" && h.File {
		put("src", "file")
	}
	put("src", h.Src)
	put("iq", h.Packed)
	put("md", h.Prose)
	put("key", h.Token)
	put("zone", h.Zone)
	put("code", h.Code)
	put("side", h.Side)
	put("speed", h.Speed)
	put("predict", h.Predict)
	if h.Present {
		put("present", "1")
	}
	for _, k := range frameKeys {
		put(k.name, k.say(h.Frame))
	}
	put("lang", h.Lang)
	put("theme", h.Theme)
	return "#" + strings.Join(parts, "&")
}
