package sim

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// form is which words follow a verb in the text form, how they are read and how printed.
type form struct {
	read   func(c *Command, words []string, want func(string) error) error
	print  func(c Command, word func(string))
	keyed  bool    // a key can stand there, or is the one that its worker holds
	object bool    // an object stands there
	fields []Field // what a person fills in
	// script: the words stand behind an equals sign, and the verb before its actor.
	script bool
}

// formNone is nothing.
var formNone = form{
	read: func(_ *Command, words []string, want func(string) error) error {
		if len(words) > 0 {
			return want("nothing after it")
		}
		return nil
	},
	print: func(Command, func(string)) {},
}

// formKey is a key, which the actor's can stand for.
var formKey = form{
	keyed:  true,
	fields: []Field{{Name: "key", Kind: AKey}},
	read: func(c *Command, words []string, want func(string) error) error {
		if len(words) > 1 || len(words) == 0 && c.Actor == "" {
			return want("one key, as in " + c.Verb + " a")
		}
		if len(words) == 1 {
			c.Key = words[0]
		}
		return nil
	},
	print: func(c Command, word func(string)) { word(c.Key) },
}

// prio is how a priority stands behind a key, and aPriority the field of it.
const prio = "prio="

var aPriority = Field{Name: "priority", Kind: ANumber, Before: prio, Queue: PriorityQueue}

// takePriority takes "prio=-100" out of the words.
func takePriority(c *Command, words []string, want func(string) error) ([]string, error) {
	var rest []string
	met := false
	for _, word := range words {
		text, is := strings.CutPrefix(word, prio)
		if !is {
			rest = append(rest, word)
			continue
		}
		if met {
			return nil, want("one priority, as in prio=-100, not several")
		}
		met = true
		n, err := strconv.Atoi(text)
		if errors.Is(err, strconv.ErrRange) {
			return nil, want(fmt.Sprintf("prio=%d to prio=%d, not %s", math.MinInt, math.MaxInt, strconv.Quote(word)))
		}
		if err != nil {
			return nil, want("a whole number, as in prio=-100, not " + strconv.Quote(word))
		}
		c.Priority = n
	}
	return rest, nil
}

func printPriority(c Command, word func(string)) {
	if c.Priority != 0 {
		word(prio + strconv.Itoa(c.Priority))
	}
}

// formAdd is a key, which the actor's can stand for, and a priority.
var formAdd = form{
	keyed:  true,
	fields: []Field{{Name: "key", Kind: AKey}, aPriority},
	read: func(c *Command, words []string, want func(string) error) error {
		words, err := takePriority(c, words, want)
		if err != nil {
			return err
		}
		if n := len(words) - 1; n > 0 && strings.Index(words[n], "=") > 0 {
			return want("one key, and a priority as in prio=-100, not " + strconv.Quote(words[n]))
		}
		return formKey.read(c, words, want)
	},
	print: func(c Command, word func(string)) {
		word(c.Key)
		printPriority(c, word)
	},
}

// formKeyAfter is a key, which the actor's can stand for, and a duration, and a priority.
var formKeyAfter = form{
	keyed:  true,
	fields: []Field{{Name: "key", Kind: AKey, Must: true}, {Name: "after", Kind: ADuration, Usual: "5s", Must: true}, aPriority},
	read: func(c *Command, words []string, want func(string) error) error {
		words, bad := takePriority(c, words, want)
		if bad != nil {
			return bad
		}
		if len(words) == 1 && c.Actor != "" {
			words = []string{"", words[0]}
		}
		if len(words) != 2 {
			return want("a key and a duration, as in AddAfter a 5s")
		}
		d, err := duration(words[1])
		if err != nil {
			return want(wantDuration("5s", words[1]))
		}
		c.Key, c.After = words[0], d
		return nil
	},
	print: func(c Command, word func(string)) {
		word(c.Key)
		word(c.After.String())
		printPriority(c, word)
	},
}

// formAfter is a duration.
var formAfter = form{
	fields: []Field{{Name: "after", Kind: ADuration, Usual: "200ms", Must: true}},
	read: func(c *Command, words []string, want func(string) error) error {
		d, err := duration(strings.Join(words, " "))
		if err != nil {
			return want("a duration such as 200ms")
		}
		c.After = d
		return nil
	},
	print: func(c Command, word func(string)) {
		if c.After != 0 {
			word(c.After.String())
		}
	},
}

// formObject is an object: "ns/p1@7 n1", or "p1 node=n1 rv=7 uid=u1".
var formObject = form{
	object: true,
	fields: objectFields,
	read: func(c *Command, words []string, want func(string) error) error {
		if len(words) == 0 {
			return want("an object, as in " + c.Verb + " p1 n1")
		}
		name, rv, _ := strings.Cut(words[0], "@")
		if ns, short, ok := strings.Cut(name, "/"); ok {
			c.NS, name = ns, short
		}
		if !goodName(name) || c.NS != "" && !goodName(c.NS) || strings.HasPrefix(words[0], "/") {
			return want("a name of letters, digits, - and ., such as p1 or ns/p1")
		}
		c.Name, c.RV = name, rv
		for _, word := range words[1:] {
			switch field, value, ok := strings.Cut(word, "="); {
			case ok && value == "":
				return want("a value after " + field + "=")
			case !ok && c.Node == "":
				c.Node = word
			case field == "node":
				c.Node = value
			case field == "rv":
				c.RV = value
			case field == "uid":
				c.UID = value
			default:
				return want("node, rv=7 or uid=u1, not " + strconv.Quote(word))
			}
		}
		return nil
	},
	print: func(c Command, word func(string)) {
		name := c.Object().Key()
		if c.RV != "" {
			name += "@" + c.RV
		}
		word(name)
		word(c.Node)
		if c.UID != "" {
			word("uid=" + c.UID)
		}
	},
}

// asking is a form of which a person fills in no more than these fields.
func (f form) asking(names ...string) form {
	var some []Field
	for _, o := range f.fields {
		if slices.Contains(names, o.Name) {
			some = append(some, o)
		}
	}
	f.fields = some
	return f
}

// goodName reports whether s can name an object.
func goodName(s string) bool {
	for _, c := range s {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_') {
			return false
		}
	}
	return s != ""
}

// formRV is a resourceVersion, or nothing.
var formRV = form{
	fields: []Field{{Name: "rv", Kind: ANumber}},
	read: func(c *Command, words []string, want func(string) error) error {
		if len(words) > 1 {
			return want("a resourceVersion, as in " + c.Verb + " 12")
		}
		if len(words) == 1 {
			c.RV = strings.TrimPrefix(words[0], "rv=")
		}
		return nil
	},
	print: func(c Command, word func(string)) { word(c.RV) },
}

// formNewRV is one that has to be there.
var formNewRV = form{
	fields: []Field{{Name: "rv", Kind: ANumber, Usual: "100", Must: true}},
	read:   formRV.read, print: formRV.print,
}

// formStatus is error(410), which the parser has taken out of the words; where an example is
// given, it has to be there.
func formStatus(example string) form {
	code := Field{Name: "code", Before: "error(", After: ")", Of: statusCodes(), Must: example != ""}
	if code.Must {
		code.Usual = "410"
	}
	if example == "error(410)" { // the verb says it itself
		code.Before, code.Joined = "(", true
	}
	return form{
		fields: []Field{code},
		read: func(c *Command, words []string, want func(string) error) error {
			if err := formNone.read(c, words, want); err != nil {
				return err
			}
			if c.Code == 0 && example != "" {
				return want("a status, as in " + example)
			}
			return nil
		},
		print: func(c Command, word func(string)) {
			if c.Code != 0 && c.Verb != "error" { // the verb says it itself
				word(statusOf(c.Code))
			}
		},
	}
}

func statusOf(code int) string { return "error(" + strconv.Itoa(code) + ")" }

// formText is a word or two; what is wanted is said where there are none.
func formText(what string, fields ...Field) form {
	return form{
		fields: fields,
		read: func(c *Command, words []string, want func(string) error) error {
			if c.Text = strings.Join(words, " "); c.Text == "" {
				return want(what)
			}
			return nil
		},
		print: func(c Command, word func(string)) { word(c.Text) },
	}
}
