package scenarios

import (
	"fmt"
	"strconv"
	"strings"
)

// maxSpread bounds how many keys one command may stand for.
const maxSpread = 1000

// Spread returns the keys that "k{1..100}" stands for; any other key is itself.
func Spread(key string) ([]string, error) {
	head, rest, ok := strings.Cut(key, "{")
	span, tail, closed := strings.Cut(rest, "}")
	if !ok || !closed {
		return []string{key}, nil
	}
	low, high, _ := strings.Cut(span, "..")
	from, err1 := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	if err1 != nil || err2 != nil || from < 0 || to < from || to-from >= maxSpread {
		return nil, fmt.Errorf("%q: want a range of at most %d keys, such as k{1..100}", key, maxSpread)
	}
	var keys []string
	for n := from; n <= to; n++ {
		keys = append(keys, head+strconv.Itoa(n)+tail)
	}
	return keys, nil
}
