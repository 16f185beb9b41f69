package player

import (
	"strconv"
	"strings"
	"testing"
)

// fetched is a lesson on both queues: an Add fetches the key that waits, or leaves it waiting.
const fetched = "id: fetched\ntitle: Fetched\nqueue: client-go priority\nworkers: W1\n\nAddAfter a 5s\n\nAdd a\n@said of both\n@said/priority it is fetched\n\nW1 Get\n\nW1 ok\n\nrun until t=5s\n----\nclient-go: q=[a]\npriority: q=[]\n"

func wordsIn(pic Picture) (said string) {
	for _, s := range pic.Shapes {
		for _, r := range s.Runs {
			said += r.Text + " "
		}
	}
	return said
}

func columns(p *Player) (all []string) {
	for _, r := range p.Rivals() {
		all = append(all, p.Column(r)+" "+r.Now.View("q", 0, 0)+" "+r.Now.View("heap", 0, 0))
	}
	return all
}

// A lesson on both queues is shown on one, on the other, and on both at the same step.
func TestALessonIsShownOnEitherQueueAndOnBoth(t *testing.T) {
	p := opened("#")
	read(t, p, "fetched.iq", fetched)
	if p.Notice() != "" || p.Head.Queue() != "client-go" {
		t.Fatalf("opened on %q: %s", p.Head.Queue(), p.Notice())
	}
	p.Update(noon, Seek{2})
	p.Update(noon, Queue{"priority"})
	if got := p.Head.Now.View("heap", 0, 0); p.Head.Queue() != "priority" || p.Head.Step != 2 || got != "[]" {
		t.Errorf("on %q at step %d: heap=%s, want priority, 2, []", p.Head.Queue(), p.Head.Step, got)
	}
	if link := p.Address(false); !strings.Contains(link, "queue=priority") {
		t.Errorf("the link %q does not say the queue", link)
	}
	if _, _, line := p.Headline(); !strings.Contains(line, "it is fetched") {
		t.Errorf("on priority the headline is %q", line)
	}
	p.Update(noon, Queue{"compare"})
	if got := strings.Join(columns(p), ", "); got != "client-go [a] [a@5s], priority [a] []" {
		t.Errorf("side by side: %s", got)
	}
	if _, _, line := p.Headline(); !strings.Contains(line, "of both") {
		t.Errorf("side by side the headline is %q", line)
	}
	if link := p.Address(false); !strings.Contains(link, "compare=client-go%2Cpriority") {
		t.Errorf("the link %q does not say that they are side by side", link)
	}
	p.Update(noon, Seek{5})
	if got := strings.Join(columns(p), ", "); got != "client-go [a] [], priority [] []" {
		t.Errorf("side by side at the end: %s", got)
	}
	pic, ok := p.Picture()
	if said := wordsIn(pic); !ok || !strings.Contains(said, "controller-runtime") || !strings.Contains(said, "no. 1 in line") {
		t.Errorf("the picture says %q", said)
	}
	if s, _ := p.ZoneState("priority"); s == p.Head.Now == (p.Head.Queue() != "priority") {
		t.Error("the values of a zone of priority are those of the other queue")
	}
}

// A lesson that is told on one queue says so to a link that asks for the other, and shows its own.
func TestALinkThatAsksALessonForAnotherQueueIsTold(t *testing.T) {
	for link, want := range map[string]string{
		"#s=starved&step=2&queue=client-go":               `The link says queue="client-go"; this lesson is told on the queue priority alone.`,
		"#s=dirty-and-processing&step=2&queue=priority":   `The link says queue="priority"; this lesson is told on the queue client-go alone.`,
		"#s=starved&step=2&queue=priority":                "",
		"#s=first-light&step=2&compare=classic,atomic":    "",
		"#s=add-ends-the-wait&step=2&queue=client-go":     "",
		"#s=add-ends-the-wait&compare=client-go,priority": "",
	} {
		p := opened(link)
		if said := p.Notice(); want == "" && said != "" || !strings.HasPrefix(said, want) {
			t.Errorf("%s says %q, want %q", link, said, want)
		}
		if at := p.Address(false); want != "" && (p.Head.Step != 2 || strings.Contains(at, "queue=") || strings.Contains(at, "compare=")) {
			t.Errorf("%s leads to %s, step %d", link, at, p.Head.Step)
		}
	}
}

// What a link compares stands side by side, or it is said what can: "all" are the engines of a lesson that
// lists some, and both queues in a playground; an exercise is about its own.
func TestALinkComparesWhatThereIsOrIsTold(t *testing.T) {
	for link, want := range map[string]string{
		"#p=play&z=Add+a&compare=all":                        "client-go priority",
		"#p=play&z=Add+a&compare=client-go,priority":         "client-go priority",
		"#p=play&s=dirty-and-processing&step=2&compare=all":  "client-go priority",
		"#s=half-replaced&step=2&compare=all":                "classic ordered batched atomic",
		"#s=add-ends-the-wait&step=2&compare=all":            "priority client-go",
		"#p=play&z=Add+a&compare=classic,atomic":             `The link says compare="classic,atomic"; what can stand side by side here is `,
		"#s=add-ends-the-wait&step=2&compare=classic,atomic": `The link says compare="classic,atomic"; what can stand side by side here is `,
		"#p=play&ex=two-hold-a&compare=all":                  `The link says compare="all"; nothing stands side by side here.`,
		"#s=starved&step=2&compare=client-go,priority":       `The link says compare="client-go,priority"; nothing stands side by side here.`,
		"#s=starved&step=2&compare=all":                      `The link says compare="all"; nothing stands side by side here.`,
	} {
		p := opened(link)
		side := strings.HasPrefix(want, "The link")
		if got := strings.Join(p.Compared(), " "); (got == "") != side || !side && got != want {
			t.Errorf("%s shows %q side by side, want %q", link, got, want)
		}
		if side && !strings.HasPrefix(p.Notice(), want) {
			t.Errorf("%s says %q, want %q", link, p.Notice(), want)
		}
		if at := p.Address(false); strings.Contains(at, "compare=") == side {
			t.Errorf("%s leads to %s", link, at)
		}
	}
	for link, own := range map[string]string{
		"#p=play&ex=two-hold-a&queue=priority":                         "client-go",
		"#p=play&s=starved&step=2&if=2:Add+b&queue=client-go":          "priority",
		"#p=play&s=add-ends-the-wait&step=2&if=2:Add+b&queue=priority": "",
		"#p=play&z=Add+a&queue=priority":                               "",
	} {
		p, want := opened(link), ""
		if own != "" {
			want = "; it can be " + own + ". The rest of the link holds."
		}
		if said := p.Notice(); !strings.HasSuffix(said, want) || (said == "") != (own == "") || own != "" && (p.Head.Queue() != own || strings.Contains(p.Address(false), "queue=")) {
			t.Errorf("%s says %q on %s, at %s, want %q", link, said, p.Head.Queue(), p.Address(false), want)
		}
	}
	p := opened("#s=half-replaced&step=2&compare=all")
	follow(p, WhatIf{})
	if got := p.Compared(); got != nil {
		t.Errorf("what if, from engines side by side, shows %v", got)
	}
	if back := p.LessonLink(); !strings.Contains(back, "compare=all") {
		t.Errorf("the way back is %s, want the engines that were left", back)
	}
}

// A playground's commands go to both queues, and as much time passes; what one of them cannot be asked is said.
func TestAPlaygroundIsShownOnBothQueues(t *testing.T) {
	p := opened("#p=play&z=AddAfter+a+5s;+Add+a;+W1+Get;+W1+ok")
	p.Update(noon, Queue{"compare"})
	both := func(want string) {
		t.Helper()
		if got := strings.Join(columns(p), ", "); got != want {
			t.Errorf("step %d: %s, want %s", p.Head.Step, got, want)
		}
	}
	both("client-go [] [a@5s], priority [] []")
	p.Update(noon, Next{}) // the wait ends, where there is one
	both("client-go [a] [], priority [] []")
	if a, b := p.Rivals()[0].Time(), p.Rivals()[1].World.Now(); a != b {
		t.Errorf("at %d and %d ns, want the same moment", a, b)
	}
	p.Update(noon, Undo{})
	both("client-go [] [a@5s], priority [] []")
	for _, c := range []string{"Add b prio=3", "ShutDown", "ShutDown"} {
		p.Update(noon, typedLine(c))
	}
	if c, ok := p.Rivals()[1].Refused(); !ok || c.Verb != "ShutDown" {
		t.Errorf("a second ShutDown on the queue with priorities, where it panics: refused %t, %s", ok, c)
	}
	if pic, _ := p.Picture(); !strings.Contains(wordsIn(pic), "ShutDown was not done here") {
		t.Errorf("the picture says %q, and not why the step was not done", wordsIn(pic))
	}
	if _, _, line := p.Headline(); !strings.Contains(line, "priority: **ShutDown was not done here") {
		t.Errorf("the headline says %q, and not that one of them refused", line)
	}
	q := opened("#p=play&set=queue:priority&compare=client-go,priority&z=Add+a;+Add+b+prio%3D3;+W1+GetWithPriority")
	if got := strings.Join(columns(q), ", "); got != "client-go [b] [], priority [a] []" {
		t.Errorf("with priorities: %s", got)
	}
	if pic, _ := q.Picture(); !strings.Contains(wordsIn(pic), "dirty") || !strings.Contains(wordsIn(pic), "locked") {
		t.Errorf("each picture has the words of its own queue; they say %q", wordsIn(pic))
	}
	if always := q.T("page.invariant"); !strings.Contains(always, "no locked key") {
		t.Errorf("beside the queue with priorities stands %q", always)
	}
}

// typedLine gives a command as the form does.
func typedLine(text string) Msg { return messages["do"](text) }

// Side by side in the playground, the headline says what each queue did where that differs.
func TestTheHeadlineSaysWhatEachQueueDid(t *testing.T) {
	for step, want := range map[int]string{2: "client-go: **b goes to the back of the queue.** priority: **b goes into the line", 4: "client-go: **W1 takes b.** priority: **W1 takes a.**"} {
		p := opened("#p=play&view=workqueue&compare=client-go,priority&z=AddAfter+a+5s%3B+Add+b%3B+Add+a%3B+W1+Get&step=" + strconv.Itoa(step))
		if _, _, line := p.Headline(); !strings.HasPrefix(line, want) {
			t.Errorf("at step %d the headline is %q, want %q", step, line, want)
		}
	}
}

// What if, of a lesson on both queues, turns to the other with what was done; of a lesson on one it has that
// one, and both side by side. An exercise has its own.
func TestWhatIfTurnsToTheQueuesOfItsLesson(t *testing.T) {
	p := opened("#s=add-ends-the-wait&step=2&queue=client-go&predict=0")
	follow(p, WhatIf{})
	p.Update(noon, typedLine("Add late"))
	p.Update(noon, Queue{"priority"})
	p.Update(noon, typedLine("Add c prio=7"))
	at := func(queue, line string) {
		t.Helper()
		if got := p.Head.Now.View("q", 0, 0); p.Head.Queue() != queue || got != line || p.Head.Base == nil || p.Hash.Page != "play" || (p.Notice() != "") != (queue == "client-go") || p.Bad {
			t.Errorf("on %s: q=%s at step %d (%s), want %s on %s: %s", p.Head.Queue(), got, p.Head.Step, p.Address(false), line, queue, p.Notice())
		}
	}
	step := p.Head.Step
	at("priority", "[c:7 b late]")
	if got := strings.Join(p.Turns(), " "); got != "priority client-go" {
		t.Errorf("it turns to %s", got)
	}
	if _, link, _ := strings.Cut(p.Address(false), "#"); !strings.Contains(link, "queue=priority") || opened("#"+link).Head.Now.View("q", 0, 0) != "[c:7 b late]" {
		t.Errorf("the link %s leads to %s", link, opened("#"+link).Head.Now.View("q", 0, 0))
	}
	p.Update(noon, Queue{"client-go"})
	at("client-go", "[b late c]")
	if p.Head.Step != step || len(p.Head.Session.Branches()) != 2 {
		t.Errorf("at step %d of %d futures, want %d of 2", p.Head.Step, len(p.Head.Session.Branches()), step)
	}
	p.Update(noon, Queue{"compare"})
	if got := strings.Join(p.Compared(), " "); got != "client-go priority" {
		t.Errorf("side by side: %s", got)
	}
	p.Update(noon, Queue{"priority"})
	if p.Compared() != nil || p.Head.Queue() != "priority" {
		t.Errorf("from both to priority: %v, on %s", p.Compared(), p.Head.Queue())
	}

	for link, turns := range map[string]string{
		"#p=play&s=dirty-and-processing&step=2&if=2:Add+b": "client-go",
		"#p=play&s=starved&step=2&if=2:Add+b":              "priority",
		"#p=play&ex=two-hold-a":                            "",
		"#p=play&z=Add+a":                                  "client-go priority",
	} {
		p := opened(link)
		own := p.Head.Queue()
		if got := strings.Join(p.Turns(), " "); got != turns {
			t.Errorf("%s turns to %q, want %q", link, got, turns)
		}
		for _, to := range []string{"client-go", "priority"} {
			was := p.Head
			if p.Update(noon, Queue{to}); !strings.Contains(turns, to) && (p.Head != was || p.Head.Queue() != own) {
				t.Errorf("%s: asked for %s it does something", link, to)
			} else if strings.Contains(turns, to) && p.Head.Queue() != to {
				t.Errorf("%s: asked for %s it stays on %s", link, to, p.Head.Queue())
			}
		}
	}
}

// Priorities that client-go's queue leaves out are there again on the way back, whatever was done meanwhile, and the
// reader is told where they are; a link has what the queue was asked for.
func TestPrioritiesComeBackWithTheQueueThatHasThem(t *testing.T) {
	for _, begin := range []string{"#s=add-ends-the-wait&step=1&queue=priority&predict=0", "#p=play&set=queue:priority&z=AddAfter+a+9s"} {
		p := opened(begin)
		follow(p, WhatIf{})
		do := func(text string) { p.Update(noon, typedLine(text)) }
		on := func(queue, line string) {
			t.Helper()
			if p.Update(noon, Queue{queue}); p.Head.Queue() != queue || p.Head.Now.View("q", 0, 0) != line {
				t.Errorf("%s: on %s q=%s, want %s on %s: %s", begin, p.Head.Queue(), p.Head.Now.View("q", 0, 0), line, queue, p.Notice())
			}
			if told := strings.Contains(p.Notice(), p.T("queues.ranked")); told != (queue == "client-go") || p.Bad {
				t.Errorf("%s: on %s it says %q", begin, queue, p.Notice())
			}
		}
		if first := p.Head.Session.Branch().Last(); first < 1 {
			t.Fatalf("%s has %d steps", begin, first)
		}
		do("Add x prio=2")
		do("Add y prio=7")
		do("W1 GetWithPriority")
		do("Add z prio=5")
		on("client-go", "[y z]")
		if link := p.Address(false); strings.Contains(link, "prio") || !strings.Contains(link, "W1+Get%3B") {
			t.Errorf("%s: the link of client-go's queue is %s", begin, link)
		}
		do("Add late")
		p.Update(noon, Undo{})
		p.Update(noon, Redo{})
		p.Update(noon, Queue{"compare"})
		if got := strings.Join(columns(p), ", "); !strings.Contains(got, "client-go [y z late]") || !strings.Contains(got, "priority [z:5 x:2 late]") {
			t.Errorf("%s: side by side %s", begin, got)
		}
		on("priority", "[z:5 x:2 late]")
		if link := p.Address(false); !strings.Contains(link, "GetWithPriority%3B+Add+z+prio%3D5") {
			t.Errorf("%s: the link of the queue with priorities is %s", begin, link)
		}
		on("client-go", "[y z late]")
		on("priority", "[z:5 x:2 late]")
	}
}
