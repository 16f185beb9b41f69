package tell

import "strings"

// Saying is something that is said later, in the words of the teller who says it then; nil is nothing. What
// is kept for the reader is kept as one: it stands in the language that is chosen when it is read.
type Saying func(Teller) string

// Tell says it.
func (t Teller) Tell(s Saying) string {
	if s == nil {
		return ""
	}
	return s(t)
}

// Message is a message with its arguments: name, value pairs, where a value is a string or a Saying.
func Message(key string, args ...any) Saying {
	return func(t Teller) string {
		texts := make([]string, len(args))
		for i, arg := range args {
			if late, ok := arg.(Saying); ok {
				texts[i] = t.Tell(late)
			} else {
				texts[i] = arg.(string)
			}
		}
		return t.Say(key, texts...)
	}
}

// Verbatim is a text that is the same in every language: what somebody else has said.
func Verbatim(text string) Saying { return func(Teller) string { return text } }

// Joined are texts with a message between them.
func Joined(texts []string, between string) Saying {
	return func(t Teller) string { return strings.Join(texts, t.Say(between)) }
}
