package scenarios

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// NotInChinese are words for which Chinese texts keep the name that stands in the code: key,
// queue, dirty, processing, handler, worker. Dirty is never dirt, nor old.
var NotInChinese = []string{"脏", "队列", "键", "待处理", "处理函数", "处理器", "工作协程", "工作者", "添加"}

// keyboard are words with 键 that speak of keys to press.
var keyboard = strings.NewReplacer("键盘", "", "快捷键", "", "数字键", "", "按键", "", "方向键", "", "空格键", "", "回车键", "")

// sayInstead are words that would be a second one for a thing that has one already, and counters
// that their nouns do not take.
var sayInstead = [][2]string{
	{"限流", "限速"}, {"等待堆", "延迟堆"}, {"堆上", "堆里"}, {"工作 queue", "workqueue"}, {"work queue", "workqueue"},
	{"服务端", "服务器"}, {"应答", "响应"}, {"答复", "响应"}, {"回应", "响应"}, {"被告知", "得到通知"},
	{"上架", "存入 store"}, {"下架", "离开 store"}, {"架子", "store"},
	{"画廊", "图集"}, {"填满", "填充 or 同步好"}, {"测验", "小测"},
	{"个列表", "份列表"}, {"个通知", "条通知"}, {"个变更", "次变更"},
}

// MaxChinese is how long a Chinese sentence may be, in Han characters; of others two count as one.
const MaxChinese = 50

// ChineseFaults says what a machine can see to be wrong with a Chinese text: another word than
// everywhere, punctuation of half width, a space too many or one that is missing between Han and
// others, a sentence that is too long. Nil is no praise.
func ChineseFaults(text string) (bad []string) {
	text = plain(text)
	for _, word := range NotInChinese {
		if strings.Contains(keyboard.Replace(text), word) {
			bad = append(bad, fmt.Sprintf("says %s; keep the name of the code", word))
		}
	}
	for _, w := range sayInstead {
		if strings.Contains(text, w[0]) {
			bad = append(bad, fmt.Sprintf("says %s; the word for it is %s", w[0], w[1]))
		}
	}
	for _, name := range [][2]string{{"pod", "Pod"}, {"list", "LIST or 列表"}} {
		parts := strings.Split(text, name[0])
		for i, part := range parts[1:] {
			before, _ := utf8.DecodeLastRuneInString(strings.TrimSuffix(parts[i], " ")) // a relist is none, nor a value in a row of them
			if next, _ := utf8.DecodeRuneInString(strings.TrimPrefix(part, " ")); (isHan(before) || i == 0 && before == utf8.RuneError) && (isHan(next) || isFull(next)) {
				bad = append(bad, fmt.Sprintf("says %s; want %s", name[0], name[1]))
			}
		}
	}
	runes := []rune(text)
	for i := 1; i < len(runes); i++ {
		a, b := runes[i-1], runes[i]
		around := string(runes[max(0, i-6):min(len(runes), i+6)])
		switch {
		case isHan(a) && isHalf(b) || isHalf(a) && isHan(b):
			bad = append(bad, fmt.Sprintf("%q has punctuation of half width", around))
		case isFull(a) && b == ' ' || a == ' ' && isFull(b):
			bad = append(bad, fmt.Sprintf("%q has a space beside punctuation of full width", around))
		case isHan(a) && isLatin(b) || isLatin(a) && isHan(b):
			bad = append(bad, fmt.Sprintf("%q lacks a space", around))
		}
	}
	for _, sentence := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("。！？；|\n", r) }) {
		if n := utf8.RuneCountInString(sentence); strings.ContainsFunc(sentence, isHan) {
			if n = n - others(sentence)/2; n > MaxChinese {
				bad = append(bad, fmt.Sprintf("a sentence of %d characters, %d at most: %s", n, MaxChinese, sentence))
			}
		}
	}
	return bad
}

func others(s string) (n int) {
	for _, r := range s {
		if r < 0x2e80 {
			n++
		}
	}
	return n
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// isFull reports whether r is punctuation as wide as a Han character; quotes are, beside one.
func isFull(r rune) bool { return strings.ContainsRune("，。；：、？！（）“”", r) }

func isHalf(r rune) bool { return strings.ContainsRune(`,;:?!"`, r) }

// isLatin reports whether r is of a name, a number, or a place where one is filled in.
func isLatin(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("{}&@%", r)
}
