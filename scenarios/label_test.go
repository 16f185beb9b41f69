package scenarios

import (
	"regexp"
	"strings"
	"testing"

	"github.com/informerscope/informerscope/core/sim"
)

func TestALabelIsTranslatedWithWhatDiffers(t *testing.T) {
	for label, want := range map[string]string{
		"wait and LIST":             "等一会儿再 LIST",
		"W1 gets p1, reads @13":     "W1 取到 p1，读到 @13",
		"failure 12: 10.24s":        "失败 12：10.24s",
		"30 s later":                "30 秒后",
		"t = 20s: resync":           "t = 20s：resync",
		"MODIFIED p1@11":            "MODIFIED p1@11",
		"W1 takes a":                "W1 取走 a",
		"W1 takes a, priority −100": "W1 取走 a，优先级 −100",
		"W1 calls Done(a)":          "W1 调用 Done(a)",
		"Add(a), 10 times":          "Add(a)，10 次",
		"16 m 40 s later":           "16 分 40 秒后",
		"":                          "",
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
			if len(it.Calls) < 1 {
				continue
			}
			if got := Label("zh", it.Label); got == it.Label && englishWord.MatchString(it.Label) {
				t.Errorf("%s:%d: labels.zh.txt has no %q", l.File, it.Line, it.Label)
			}
		}
	}
}

// A number below 0 has one minus, in sentences and in the names of steps: −100. Only what a program prints, in quotes, has the other.
func TestANumberBelowZeroHasOneMinus(t *testing.T) {
	hyphen := regexp.MustCompile(`(^|[^"\pL\pN])-\d`)
	for _, l := range List() {
		for _, lang := range []string{"en", "zh"} {
			for _, it := range l.Items {
				if name := Label(lang, it.Label); hyphen.MatchString(name) {
					t.Errorf("%s:%d: in %s the step is called %q, want −", l.File, it.Line, lang, name)
				}
			}
			for _, said := range l.Words(lang) {
				if hyphen.MatchString(said) {
					t.Errorf("%s: in %s it says %q, want −", l.File, lang, said)
				}
			}
		}
	}
}

// A step is called in words of a person: no name can be read as a command of the language.
func TestNoStepIsCalledByACommand(t *testing.T) {
	for _, l := range List() {
		for _, it := range l.Items {
			for _, lang := range []string{"en", "zh"} {
				if name := Label(lang, it.Label); name != "" {
					if line, err := sim.ParseLine(name); err == nil && !regexp.MustCompile(`\p{Han}`).MatchString(line.Command.Actor) {
						t.Errorf("%s:%d: in %s the step is called %q, which is the command %+v", l.File, it.Line, lang, name, line.Command)
					}
				}
			}
		}
	}
	for line, want := range map[string]string{
		"Add a": "Add(a)", "Add a x10": "Add(a), 10 times", "AddAfter a 5s": "AddAfter(a, 5s)", "AddAfter a 1h": "AddAfter(a, 1h)", "W1 Forget a": "W1 calls Forget(a)",
		"W1 Done": "W1 calls Done", "W1 Get": "W1 calls Get", "W1 Get => a": "W1 takes a", "W1 GetWithPriority => a:-100": "W1 takes a, priority −100", "W1 GetWithPriority => a": "W1 takes a", "Add a prio=-7": "Add(a, priority −7)",
		"W1 Get => blocked": "W1 waits in Get", "W1 panic": "W1 panics",
		"W1 panic deferred": "W1 panics; Done is deferred", "ShutDownWithDrain => blocked": "ShutDownWithDrain waits", "delete p2@12": "p2@12 is deleted",
		"remove-handler slow": "RemoveEventHandler(slow)", "add-index byNode=.spec.nodeName => conflict": "AddIndexers(byNode) fails: conflict", "run until t=10s": "t = 10s",
		"set workers 3": "set workers 3",
	} {
		l, err := Parse("x.iq", "id: x\nworkers: W1 W2 W3\nengines: atomic\n\n"+line+"\n")
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Items[1].Label; got != want {
			t.Errorf("%s is called %q, want %q", line, got, want)
		}
	}
}
