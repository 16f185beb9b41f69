package scenarios

import (
	"regexp"
	"strings"
	"testing"
)

func TestALabelIsTranslatedWithWhatDiffers(t *testing.T) {
	for label, want := range map[string]string{
		"wait and LIST":         "等一会儿再 LIST",
		"W1 gets p1, reads @13": "W1 取到 p1，读到 @13",
		"failure 12: 10.24s":    "失败 12：10.24s",
		"30 s later":            "30 秒后",
		"t = 20s: resync":       "t = 20s：resync",
		"MODIFIED p1@11":        "MODIFIED p1@11",
		"W1 Get: a":             "W1 Get: a",
		"":                      "",
	} {
		if got := Label("zh", label); got != want {
			t.Errorf("Label(zh, %q) = %q, want %q", label, got, want)
		}
	}
	if got := Label("en", "wait and LIST"); got != "wait and LIST" {
		t.Errorf("Label(en) = %q", got)
	}
}

// words of English prose, not names of calls and keys.
var englishWord = regexp.MustCompile(`(^|\s)[a-z]{4,}\b`)

func TestTheChineseLabelsAreWorded(t *testing.T) {
	for _, pair := range labels["zh"] {
		for _, fault := range ChineseFaults(strings.ReplaceAll(pair[1], "*", "1")) {
			t.Errorf("labels.zh.txt: %q %s", pair[1], fault)
		}
	}
}

func TestEveryLabelOfAGroupSpeaksChinese(t *testing.T) {
	for _, l := range List() {
		for _, it := range l.Items {
			if len(it.Calls) < 1 || label(&it.Calls[0]) == it.Label {
				continue // the call itself
			}
			if got := Label("zh", it.Label); got == it.Label && englishWord.MatchString(it.Label) && it.Label != "resync" {
				t.Errorf("%s:%d: labels.zh.txt has no %q", l.File, it.Line, it.Label)
			}
		}
	}
}
