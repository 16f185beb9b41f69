package player

import (
	"slices"
	"strconv"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
	"github.com/informerscope/informerscope/wasm/scene"
)

// Param is a key that a link's hash can have, as it is told to those who write links. Reading is
// Parse's; a test holds that both have the same keys.
type Param struct {
	Name   string
	Values []string // all that it can be; nil is anything of its kind
	Means  string
}

// Params are the keys of a link, in the order in which String prints them.
func Params() []Param {
	some := func(all []string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == "" })
	}
	all := []Param{
		{"embed", nil, "The page as a frame in another one. It has no value."},
		{"p", pages, "The page to open. A link with s, src or iq opens a lesson, one with z or ex, or with s and if, the playground, any other the home page."},
		{"s", nil, "The lesson: its id, or its place in the course, such as 2.3. Ids stay, places change with the course. In the playground: the lesson whose beginning it begins with. In the editor: the one whose text stands there at first."},
		{"step", nil, "The step, from 0, the state before the first. One beyond the last is the last. Without it a lesson stands at its beginning, and a playground at its last step."},
		{"part", nil, "The transition within the step, from 1. Without it the whole step is shown."},
		{"view", some(views), "The part of the picture that is shown."},
		{"engine", some(engines), "The version of client-go that runs, where the lesson has several."},
		{"queue", some(queues), "The work queue, where a lesson has both, and in a playground: client-go's, or controller-runtime's with priorities."},
		{"compare", append([]string{"all"}, sim.Engines()...), "Engines side by side: all, or two or more with commas between. Or both queues: client-go,priority; in a playground all means them."},
		{"res", nil, "Live: the resource, such as pods or apps/v1/deployments."},
		{"ns", nil, "Live: the namespace."},
		{"ex", nil, "The exercise, by its id."},
		{"of", nil, "The class that a page for teachers shows or a lesson is opened from: " + strings.Join(some(ofs("teach")), ", ") + ". What a quiz asks of: " + strings.Join(some(ofs("quiz")), ", ") + "."},
		{"seed", nil, "The order of a quiz, a number from 1. Whoever has the same one is asked the same, after what they answered wrong before. Without it each quiz has another one."},
		{"set", nil, "How a playground is made: workers:1 to workers:" + strconv.Itoa(maxWorkers) + ", limiter:" + strings.Join(LimiterNames(), " or limiter:") + ", index:off, resync:30s, and so on, with commas between."},
		{"z", nil, "The commands of a playground, with semicolons between: Add a; W1 Get."},
		{"if", nil, "Other futures of a lesson or a playground: the step, a colon, and commands with semicolons between, as in 5:W2 Get; Add b. One a line."},
		{"src", nil, "Where a scenario or a trace is fetched from: a path from this page of Informerscope, HOST/v1/, not from a page around its frame, or an address; another site has to send `Access-Control-Allow-Origin`, and the reader is asked before it is fetched from there. The editor opens it, too. A reader of Chinese, and the editor, get the translation beside it, too, mine.zh.md of mine.iq. file is one that the reader opened, and works only where that was."},
		{"iq", nil, "The text of a scenario itself: deflated, in base64 for addresses."},
		{"md", nil, "Its Chinese translation, written the same way."},
		{"key", nil, "The key whose story is open."},
		{"zone", scene.ZoneNames(), "The zone whose explanation is open. Of engines or queues side by side, which one follows behind a bar: fifo|classic."},
		{"code", some(codes), "The source beside the picture: 1 shows the machine's, " + OwnCode + " a controller's, 0 none. Without it: as there is room."},
		{"side", some(sides), "metrics unfolds the metrics of the work queue, 0 folds them. Without it: as the lesson has it, folded where it says nothing."},
		{"speed", some(speeds), "How fast it plays."},
		{"predict", some(predicts), "0: no question is asked. 1: they are asked in a small frame, too."},
		{"present", []string{"1"}, "Large, for a projector."},
	}
	for _, k := range frameKeys {
		values := k.values
		if k.flag != nil && values == nil {
			values = []string{"1"}
		}
		all = append(all, Param{k.name, values, framed[k.name]})
	}
	return append(all,
		Param{"lang", append([]string{"auto"}, some(langs)...), "The language."},
		Param{"theme", append([]string{"auto"}, some(themes)...), "The colours; hc is high contrast."})
}

// framed says what the parameters of Frame mean.
var framed = map[string]string{
	"from":     "The step at which a lesson stands at first where step is not given, and at which a loop begins.",
	"to":       "The step at which playing ends.",
	"loop":     "Playing begins again at its end.",
	"autoplay": "It plays at once, unless the reader's system wants nothing to move.",
	"pause":    "Playing stops where the lesson wants a reader to look.",
	"skipidle": "Time in which nothing happens is not shown to pass.",
	"controls": "Which buttons there are: all, back with play and step, or none.",
	"narrate":  "Where the sentence stands: above the picture, over it, or nowhere.",
	"motion":   "none lets nothing move.",
	"readonly": "The page around the frame cannot act, and the reader is offered no what-if.",
	"t":        "The moment of the lesson's own time to stand at, such as 2m30s, where step is not given.",
}
