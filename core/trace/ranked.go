package trace

import (
	"strconv"
	"strings"
)

// Ranked is a key and the priority of its entry in one word, as states and results have them: a, a:-100. A key that could be
// read as another one with a priority is quoted, "a:5", and so is one that begins with a quote.
func Ranked(key string, priority int64) string {
	if name, _ := cutRank(key); name != key || strings.HasPrefix(key, `"`) {
		key = strconv.Quote(key)
	}
	if priority == 0 {
		return key
	}
	return key + ":" + strconv.FormatInt(priority, 10)
}

// Unranked reads what Ranked prints. It has no other priority than 0 where word has none.
func Unranked(word string) (key string, priority int64) {
	if quoted := Quoted(word); quoted != "" {
		if name, err := strconv.Unquote(quoted); err == nil {
			_, priority = cutRank(word[len(quoted):])
			return name, priority
		}
	}
	return cutRank(word)
}

// Quoted is the quoted key at the beginning of a word; "" where there is none.
func Quoted(word string) string {
	if !strings.HasPrefix(word, `"`) {
		return ""
	}
	quoted, _ := strconv.QuotedPrefix(word)
	return quoted
}

// cutRank takes a priority off the end of a word.
func cutRank(word string) (name string, priority int64) {
	if at := strings.LastIndexByte(word, ':'); at >= 0 {
		if n, err := strconv.ParseInt(word[at+1:], 10, 64); err == nil {
			return word[:at], n
		}
	}
	return word, 0
}
