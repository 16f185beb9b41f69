package scenarios

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"github.com/informerscope/informerscope/core/sim"
)

// The language of scenarios is explained by its tables: verbs in core/sim, header keys in header.go,
// lines in parse.go, what can be held below. Each says in English what it is; other languages have a
// file of their own, "Add = …", with a colon behind a header key, "line" behind a rule, an
// equals sign behind a view, and the queue's name before a view that it has other words for.
//
//go:embed language.zh.txt
var languageZH string

var explanations = map[string]map[string]string{"zh": readExplanations(languageZH)}

func readExplanations(text string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(text) {
		if name, says, ok := strings.Cut(strings.TrimSpace(line), " = "); ok && !strings.HasPrefix(line, "#") {
			all[name] = says
		}
	}
	return all
}

// explained is what something is in a language, or as its table has it.
func explained(lang, name, english string) string {
	if says := explanations[lang][name]; says != "" {
		return says
	}
	return english
}

// VerbHelp is what a verb does.
func VerbHelp(lang string, v sim.Verb) string { return explained(lang, v.Name, v.Help) }

// HeaderHelp is what a header key says.
func HeaderHelp(lang string, h Header) string { return explained(lang, h.Key+":", h.Help) }

// View is what an expectation can hold.
type View struct{ Name, Example, Help string }

var held = []View{
	{"q", "[a b]", "the queue, its head first"},
	{"d", "{a b}", "dirty: a pass is owed"},
	{"p", "{a:W1}", "processing: who has it"},
	{"heap", "[a@5s]", "what waits for its time, the next first"},
	{"array", "[a@5s]", "the same as the heap's array has it"},
	{"rq", "{a:2}", "failures that the rate limiter has counted"},
	{"F", "[p1:Added@5]", "the FIFO; on classic p1:[Added@5]"},
	{"S", "{p1@5}", "the store"},
	{"I", "{n1:[p1]}", "the index"},
	{"pend", "{h1:4}", "notifications that a handler has not taken yet"},
	{"heard", "{h1}", "handlers that have synced"},
	{"resync", "{h1:30s@1m}", "the period a handler got, and its next resync"},
	{"list", "{p1@5}", "what the reflector has of a list that is not whole yet"},
	{"wire", "{requests:2 most:6}", "how often the informer has asked, and how many objects the largest answer had"},
	{"rv", "10", "the reflector's resourceVersion"},
	{"synced", "true", "whether the informer has synced"},
	{"calls", "[OnAdd(p1@5)]", "calls of handlers in this step"},
	{"api", "[LIST(10)->60]", "requests in this step"},
	{"node", "{p1:n1}", "the nodes of what is stored"},
	{"panic", "", "what ended the program"},
}

// heldInPriority says what is otherwise in the queue with priorities: it has no dirty set, and none called processing.
var heldInPriority = []View{
	{Name: "q", Help: "the queue, first what goes first; Get passes over what is locked"},
	{Name: "d", Help: "ready: a pass is owed"},
	{Name: "p", Help: "locked: who has it"},
	{Name: "heap", Help: "waiting for its time, the next first"},
}

// HeldBy is Held in the words of a queue.
func HeldBy(queue, lang string) []View {
	all := Held(lang)
	if queue != sim.PriorityQueue {
		return all
	}
	for _, own := range heldInPriority {
		at := slices.IndexFunc(all, func(v View) bool { return v.Name == own.Name })
		all[at].Help = explained(lang, queue+" "+own.Name+"=", own.Help)
	}
	return all
}

// Held lists what an expectation can hold, as it is told in a language.
func Held(lang string) []View {
	var all []View
	for _, v := range held {
		v.Help = explained(lang, v.Name+"=", v.Help)
		all = append(all, v)
	}
	return all
}

// Sample is a small scenario with every kind of line in it.
func Sample() string {
	var b strings.Builder
	for _, r := range grammar {
		b.WriteString(r.Examples + "\n")
	}
	return b.String()
}

// VerbExample is a command of the verb that a scenario can have.
func VerbExample(v sim.Verb) string {
	return v.Line(func(name string) string {
		for _, f := range v.Fields {
			switch {
			case f.Name != name || !f.Must && exampleOf[name] == "":
			case f.Kind == sim.AnActor && actorOf[v.At] != "":
				return actorOf[v.At]
			default:
				return cmp.Or(exampleOf[name], f.Usual, kindExample[f.Kind])
			}
		}
		return ""
	})
}

// What examples are about.
var (
	exampleOf   = map[string]string{"key": "a", "node": "n1"}
	actorOf     = map[sim.Group]string{sim.AtQueue: "delay", sim.AtWorker: "W1", sim.AtReflector: "reflector", sim.AtInformer: "controller", sim.AtHandlers: "h1"}
	kindExample = map[sim.Kind]string{sim.AnObject: "p1", sim.AWorker: "W1", sim.AnActor: "controller", sim.AHandler: "h1"}
)
