package sim

import (
	"slices"
	"strings"
)

// form says which words follow a verb in the text form.
type form uint8

const (
	formNone     form = iota // nothing
	formKey                  // a key
	formKeyAfter             // a key and a duration
	formObject               // name[@rv] [node] [uid=…]
	formRV                   // [rv]
	formAfter                // a duration
	formFault                // [error(410)]
	formText                 // a word or two
	formScript               // worker W1 = get, read, ok
	formKnob                 // set workers 3
)

type verb struct {
	form     form
	who      string // "worker": the actor must be one; "any": he may be; "": no actor; "actor": he acts
	help     string
	own      bool // an actor's own action
	informer bool // needs an informer
	server   bool // needs the API server inside
}

// verbs is the whole language of the World; the page's menus and the messages about
// unknown verbs come from it.
var verbs = map[string]verb{
	"Add":               {form: formKey, who: "any", help: "a pass is owed for the key"},
	"AddAfter":          {form: formKeyAfter, who: "any", help: "add the key after a time"},
	"AddRateLimited":    {form: formKey, who: "any", help: "count a failure and add the key after the limiter's wait"},
	"Forget":            {form: formKey, who: "any", help: "clear the failure count"},
	"Get":               {form: formNone, who: "worker", help: "take the head of the queue, or wait"},
	"Done":              {form: formKey, who: "any", help: "end the pass"},
	"ShutDown":          {form: formNone, who: "any", help: "no more Adds; Get drains what is queued"},
	"ShutDownWithDrain": {form: formNone, who: "any", help: "shut down and wait for the passes under way"},
	"ok":                {form: formNone, who: "worker", help: "the pass succeeded: Forget and Done"},
	"fail":              {form: formNone, who: "worker", help: "the pass failed: AddRateLimited and Done"},
	"read":              {form: formKey, who: "any", informer: true, help: "a worker asks the store; the reflector takes an event from the watch"},

	"mutate": {form: formObject, who: "worker", informer: true, help: "change the object that the lister gave, in place: mutate p1 n9"},

	"create":    {form: formObject, server: true, help: "write a new object at the API server"},
	"update":    {form: formObject, server: true, help: "change an object"},
	"delete":    {form: formObject, server: true, help: "delete an object"},
	"rv":        {form: formRV, server: true, help: "other writes bring the server to this resourceVersion"},
	"bookmark":  {form: formRV, server: true, help: "send a bookmark to the watch"},
	"compact":   {form: formRV, server: true, help: "forget the history up to a resourceVersion"},
	"close":     {form: formNone, server: true, help: "end the watch"},
	"error":     {form: formFault, server: true, help: "fail the open watch, or else the next request, with a status"},
	"refuse":    {form: formFault, server: true, help: "answer the next LIST or WATCH with a status; an open watch goes on"},
	"partition": {form: formNone, server: true, help: "cut the connection: nothing arrives"},
	"heal":      {form: formFault, server: true, help: "reconnect; error(410): the history of the watch is gone"},
	"latency":   {form: formAfter, server: true, help: "how long an answer of the API server takes"},

	"start":          {form: formNone, informer: true, help: "run the informer"},
	"stop":           {form: formNone, informer: true, help: "stop the reflector"},
	"add-index":      {form: formText, informer: true, help: "add an index to the store: byNode=.spec.nodeName"},
	"add-handler":    {form: formText, informer: true, help: "register a handler: name[=enqueue|observe|assert|3s[,resync=25s]]"},
	"remove-handler": {form: formText, informer: true, help: "remove a handler"},
	"resync":         {form: formNone, informer: true, help: "replay the store to the handlers now"},

	"list":    {who: "actor", own: true, informer: true, help: "reflector: take the answer of the LIST"},
	"replace": {who: "actor", own: true, informer: true, help: "reflector: hand the list to the FIFO"},
	"watch":   {who: "actor", own: true, informer: true, help: "reflector: open the WATCH"},
	"closed":  {who: "actor", own: true, informer: true, help: "reflector: notice that the watch ended"},
	"timer":   {who: "actor", own: true, informer: true, help: "reflector: the backoff has ended"},
	"pop":     {who: "actor", own: true, informer: true, help: "controller: take what waits at the FIFO's head"},
	"store":   {who: "actor", own: true, informer: true, help: "controller: write the next change to the store, and notify"},
	"end":     {who: "actor", own: true, informer: true, help: "controller: end the pop"},
	"handle":  {who: "actor", own: true, informer: true, help: "a handler takes its next notification"},
	"return":  {who: "actor", own: true, help: "a slow handler, or main from ShutDownWithDrain, returns"},
	"fire":    {who: "actor", own: true, help: "delay: add the key whose time has come"},
	"step":    {who: "any", help: "the actor's next action"},
	"run":     {form: formText, help: "run until idle, call, list, watch, synced or t=10s"},
	"worker":  {form: formScript, who: "worker", help: "give a worker his script"},
	"auto":    {form: formText, help: "on: workers follow their scripts; off: they wait for commands"},
	"set":     {form: formKnob, help: "workers n, duration d or failure 0..1"},
	"hold":    {form: formText, help: "an actor stands still until release"},
	"release": {form: formText, help: "let a held actor go on"},
}

// Verb describes a verb for menus and help.
type Verb struct{ Name, Help string }

// Verbs lists what a person can type, sorted by name.
func Verbs() []Verb {
	var all []Verb
	for name, v := range verbs {
		all = append(all, Verb{name, v.help})
	}
	slices.SortFunc(all, func(a, b Verb) int { return strings.Compare(a.Name, b.Name) })
	return all
}
