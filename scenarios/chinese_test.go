package scenarios

import (
	"strings"
	"testing"
)

func TestChineseFaultsAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"**a 排到队尾。**欠它一次处理。":          "",
		"按 `Add(a)`：`q=[a]`，5 ms 后。":  "",
		"开头是 pod := obj.(*v1.Pod)":    "",
		"键盘上的数字键":                     "",
		"按键取对象":                       "",
		"这个键在 queue 里":                "says 键; keep the name of the code",
		"a 在堆上":                       "says 堆上; the word for it is 堆里",
		"再取一个列表":                      "says 个列表; the word for it is 份列表",
		"新的 pod 到了":                   "says pod; want Pod",
		"再 list。":                     "says list; want LIST or 列表",
		"relist 之后":                   "",
		"Add,再来":                      `"Add,再来" has punctuation of half width`,
		"停住了。 再来":                     `"停住了。 再来" has a space beside punctuation of full width`,
		"过了{t}":                       `"过了{t}" lacks a space`,
		"**a**排到队尾":                   `"a排到队尾" lacks a space`,
		strings.Repeat("长", 51) + "。": "a sentence of 51 characters, 50 at most: " + strings.Repeat("长", 51),
		strings.Repeat("长", 50) + "。短。" + strings.Repeat("a", 90): "",
	} {
		if got := strings.Join(ChineseFaults(text), "; "); got != want {
			t.Errorf("ChineseFaults(%q) = %q, want %q", text, got, want)
		}
	}
}
