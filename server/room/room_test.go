package room

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	code   = "ABC234"
	secret = "the-secret"
	lead   = `{"v":1,"type":"lead","code":"ABC234","lead":"the-secret"}`
	join   = `{"v":1,"type":"join","code":"ABC234"}`
)

var (
	noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	here = netip.MustParseAddr("192.0.2.1")
)

// enter is what the shell does with a connection and its first message.
func enter(r *Room, frame string, from netip.Addr, now time.Time) (ID, error) {
	if err := r.Knock(from, now); err != nil {
		return 0, err
	}
	id, _, err := r.Join([]byte(frame), from, now)
	return id, err
}

// class is a room with its presenter and n followers.
func class(t testing.TB, n int) (r *Room, presenter ID, followers []ID) {
	t.Helper()
	r = New(code, secret)
	presenter, err := enter(r, lead, here, noon)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		id, err := enter(r, join, here, noon)
		if err != nil {
			t.Fatal(err)
		}
		followers = append(followers, id)
	}
	return r, presenter, followers
}

func must(t testing.TB, r *Room, id ID, frame string, args ...any) {
	t.Helper()
	frame = fmt.Sprintf(frame, args...)
	if err := r.Take(id, []byte(frame), noon); err != nil {
		t.Fatalf("Take(%d, %s) = %v", id, frame, err)
	}
}

const (
	show   = `{"v":1,"type":"show","link":%q,"options":%d}`
	vote   = `{"v":1,"type":"vote","question":%d,"option":%d}`
	lost   = `{"v":1,"type":"lost","at":%d,"on":%t}`
	reveal = `{"v":1,"type":"reveal","question":%d}`
)

func TestVotesAreCountedOnceAPersonAndShownToAllWhenRevealed(t *testing.T) {
	r, p, f := class(t, 3)
	must(t, r, p, show, "p=lesson&s=two-adds&step=4", 3)
	must(t, r, f[0], vote, 1, 2)
	must(t, r, f[0], vote, 1, 0) // a change of mind
	must(t, r, f[1], vote, 1, 0)
	must(t, r, f[2], vote, 1, 1)
	r.Leave(f[2]) // and takes the vote along
	if v := r.View(p); !slices.Equal(v.Votes, []int{2, 0, 0}) || v.Followers != 2 {
		t.Errorf("the presenter sees %+v, want votes 2 0 0 of 2", v)
	}
	if v := r.View(f[0]); v.Votes != nil || v.Followers != 0 || v.Question != 1 || v.Options != 3 {
		t.Errorf("before they are revealed a follower sees %+v, want the question alone", v)
	}
	must(t, r, p, reveal, 1)
	must(t, r, f[0], vote, 1, 2) // too late
	r.Leave(f[1])
	if v := r.View(f[0]); !v.Revealed || !slices.Equal(v.Votes, []int{2, 0, 0}) {
		t.Errorf("revealed, a follower sees %+v, want votes 2 0 0", v)
	}
	must(t, r, p, show, "p=lesson&s=two-adds&step=5", 0)
	if v := r.View(f[0]); v.Question != 0 || v.Votes != nil || v.Revealed {
		t.Errorf("after the question a follower sees %+v, want none of it", v)
	}
	must(t, r, p, show, "p=lesson&s=two-adds&step=4", 3)
	if v := r.View(p); v.Question != 2 || !slices.Equal(v.Votes, []int{0, 0, 0}) {
		t.Errorf("asked once more: %+v, want question 2 without votes", v)
	}
	must(t, r, f[0], vote, 1, 1) // for the question before
	if v := r.View(p); !slices.Equal(v.Votes, []int{0, 0, 0}) {
		t.Errorf("a vote for the question before counts: %v", v.Votes)
	}
}

func TestWhoIsLostIsCountedAtTheStep(t *testing.T) {
	r, p, f := class(t, 3)
	must(t, r, p, show, "p=lesson&s=a&step=1", 0)
	must(t, r, f[0], lost, 1, true)
	must(t, r, f[0], lost, 1, true)
	must(t, r, f[1], lost, 1, true)
	must(t, r, f[1], lost, 1, false)
	must(t, r, p, show, "p=lesson&s=a&step=1&part=2&zone=dirty", 0) // the same step
	must(t, r, f[2], lost, 1, true)
	for _, want := range [][2]int{{2, 0}, {1, 2}, {0, 1}, {0, 0}} {
		v := r.View(p)
		if v.Lost != want[0] || v.Before != want[1] {
			t.Errorf("at %d: lost %d, and %d at the step before; want %v", v.At, v.Lost, v.Before, want)
		}
		must(t, r, p, show, fmt.Sprintf("p=lesson&s=a&step=%d", v.At+1), 0)
		if v.At == 1 {
			must(t, r, f[1], lost, 2, true)
		}
	}
}

// A presenter who comes back finds the room as it was; two of them are one.
func TestAPresenterWhoReloadsKeepsTheRoom(t *testing.T) {
	r, p, f := class(t, 1)
	must(t, r, p, show, "p=lesson&s=a&step=4", 2)
	must(t, r, f[0], vote, 1, 1)
	r.Leave(p)
	if v := r.View(f[0]); v.Led || v.Link == "" {
		t.Errorf("without a presenter a follower sees %+v, want the moment still, and that nobody leads", v)
	}
	again, err := enter(r, lead, here, noon)
	if err != nil {
		t.Fatal(err)
	}
	if v := r.View(again); v.Type != "presenter" || !v.Led || !slices.Equal(v.Votes, []int{0, 1}) {
		t.Errorf("back, the presenter sees %+v, want the vote", v)
	}
	must(t, r, again, show, "p=lesson&s=a&step=4", 2)
	if v := r.View(again); v.Question != 1 || v.At != 1 {
		t.Errorf("the same moment shown again is %+v, want the same question", v)
	}
	if err := r.Knock(here, noon); err != nil {
		t.Fatal(err)
	}
	other, over, err := r.Join([]byte(lead), here, noon)
	if err != nil || over != again {
		t.Fatalf("Join of another presenter = %d, %d, %v; want it to end %d", other, over, err, again)
	}
	if err := r.Take(again, []byte(`{"v":1,"type":"reveal","question":1}`), noon); err != Taken {
		t.Errorf("the one before may still speak: %v", err)
	}
	if r.Leave(again); !r.View(other).Led {
		t.Error("the one before takes the presenter's place along")
	}
}

// Who is not the presenter does nothing of a presenter's; what is no message ends the connection.
func TestMessagesThatAreRefused(t *testing.T) {
	for _, row := range []struct {
		frame string
		want  error
	}{
		{`{"v":1,"type":"show","link":"p=lesson&s=a&step=1","options":0}`, NotPresenter},
		{`{"v":1,"type":"reveal","question":1}`, NotPresenter},
		{lead, Malformed},
		{join, Malformed},
		{`{"v":1,"type":"vote","question":1,"option":3}`, Malformed},
		{`{"v":1,"type":"vote","question":1,"option":-1}`, Malformed},
		{`{"v":1,"type":"vote","question":1,"option":1.5}`, Malformed},
		{`{"v":1,"type":"vote","question":1,"option":99999999999999999999}`, Malformed},
		{`{"v":1,"type":"vote","question":1,"option":"1"}`, Malformed},
		{`{"v":1,"type":"vote","question":1}`, Malformed},
		{`{"v":1,"type":"vote","question":1,"option":1,"on":true}`, Malformed},
		{`{"v":1,"type":"vote","question":1,"option":1,"name":"<b>Eve"}`, Malformed},
		{`{"v":2,"type":"vote","question":1,"option":1}`, Malformed},
		{`{"type":"vote","question":1,"option":1}`, Malformed},
		{`{"v":1,"type":"vote","question":1,"option":1}{}`, Malformed},
		{`{"v":1,"type":"lost","at":7,"on":true}`, Malformed},
		{`{"v":1,"type":"chat","text":"hello"}`, Malformed},
		{`{"v":1,"type":""}`, Malformed},
		{`[]`, Malformed}, {`null`, Malformed}, {`1`, Malformed}, {``, Malformed}, {`{`, Malformed}, {"\xff", Malformed},
		{strings.Repeat(" ", MaxFrame) + `{"v":1,"type":"vote","question":1,"option":1}`, Malformed},
		{strings.Repeat("[", MaxFrame), Malformed},
	} {
		r, p, f := class(t, 2)
		must(t, r, p, show, "p=lesson&s=a&step=1", 3)
		before := r.View(p)
		if err := r.Take(f[0], []byte(row.frame), noon); err != row.want {
			t.Errorf("a follower's %.80s = %v, want %v", row.frame, err, row.want)
		}
		if after := r.View(p); !reflect.DeepEqual(before, after) {
			t.Errorf("a follower's %.80s changes %+v into %+v", row.frame, before, after)
		}
	}
	for _, link := range []string{"p=lesson&token=abc", "p=lesson&lead=abc", "p=lesson&class=ABC234", "p=lesson&lang=zh", "p=lesson&p=live", "embed", "p",
		"p=lesson&s=<b>", "p=lesson&s=a\"", "p=lesson&s=\u202e", "s=" + strings.Repeat("a", MaxLink), "javascript:alert(1)", ""} {
		r, p, _ := class(t, 0)
		frame := fmt.Sprintf(`{"v":1,"type":"show","link":%q,"options":0}`, link)
		if err := r.Take(p, []byte(frame), noon); err != Malformed {
			t.Errorf("the presenter shows %.60q: %v, want %v", link, err, Malformed)
		}
	}
	r, p, _ := class(t, 0)
	for _, frame := range []string{`{"v":1,"type":"vote","question":0,"option":0}`, `{"v":1,"type":"lost","at":0,"on":true}`, `{"v":1,"type":"show","link":"p=lesson","options":9}`} {
		if err := r.Take(p, []byte(frame), noon); err != Malformed {
			t.Errorf("the presenter's %s = %v, want %v", frame, err, Malformed)
		}
	}
}

func TestWhoSpeaksTooFastIsOut(t *testing.T) {
	r, p, f := class(t, 1)
	must(t, r, p, show, "p=lesson&s=a&step=1", 3)
	var err error
	n := 0
	for ; err == nil && n < 1000; n++ {
		err = r.Take(f[0], fmt.Appendf(nil, vote, 1, n%3), noon)
	}
	if err != TooFast || n > 4*FollowerPace {
		t.Errorf("after %d votes at once: %v, want %v", n, err, TooFast)
	}
	for i := range 10 * PresenterPace { // a key that is held down
		if err := r.Take(p, fmt.Appendf(nil, show, fmt.Sprintf("p=lesson&s=a&step=%d", i), 0), noon.Add(time.Duration(i)*time.Second/PresenterPace)); err != nil {
			t.Fatalf("step %d of a presenter who keeps the pace: %v", i, err)
		}
	}
}

func TestTenThousandJoinsAreAFewAndThenNone(t *testing.T) {
	r, p, f := class(t, MaxFollowers)
	if _, err := enter(r, join, here, noon); err != Full {
		t.Errorf("one more than there may be: %v, want %v", err, Full)
	}
	for _, id := range f {
		r.Leave(id)
	}
	came := map[error]int{}
	for range 10_000 {
		id, err := enter(r, join, here, noon)
		came[err]++
		r.Leave(id)
	}
	if came[nil] != JoinsPerMinute-MaxFollowers-2 || came[TooManyJoins] != 10_000-came[nil] {
		t.Errorf("ten thousand joins = %v", came)
	}
	if _, err := enter(r, join, netip.MustParseAddr("192.0.2.2"), noon); err != nil {
		t.Errorf("another address is refused, too: %v", err)
	}
	if v := r.View(p); v.Followers != 1 || len(r.followers) != 1 {
		t.Errorf("%d followers, want the one who stays", v.Followers)
	}
	// Nor do ten thousand addresses grow anything.
	for i := range 10_000 {
		_, _ = enter(r, join, netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}), noon)
	}
	if len(r.callers) > MaxAddresses+1 || len(r.followers) > MaxFollowers || r.joining != 0 {
		t.Errorf("%d addresses, %d followers, %d joining are remembered", len(r.callers), len(r.followers), r.joining)
	}
	// A minute later they are forgotten.
	if _, err := enter(r, join, netip.MustParseAddr("198.51.100.7"), noon.Add(time.Minute)); err != Full || len(r.callers) != 1 {
		t.Errorf("a minute later: %v, %d addresses; want %v and one", err, len(r.callers), Full)
	}
}

// Of an address on which codes are guessed nobody joins for a while, whatever the code: else the answer would tell.
func TestCodesAreNotGuessed(t *testing.T) {
	r, p, _ := class(t, 0)
	came := map[error]int{}
	for i := range 200 {
		_, err := enter(r, fmt.Sprintf(`{"v":1,"type":"join","code":"WRONG%d"}`, i), here, noon)
		came[err]++
	}
	if came[WrongCode] != WrongPerMinute || came[TooManyTries] != 200-WrongPerMinute {
		t.Errorf("200 wrong codes = %v", came)
	}
	if _, err := enter(r, join, here, noon); err != TooManyTries {
		t.Errorf("the right one after them = %v, want %v", err, TooManyTries)
	}
	r.Leave(p)
	if _, err := enter(r, lead, here, noon); err != nil {
		t.Errorf("the presenter is locked out: %v", err)
	}
	if _, err := enter(r, strings.ToLower(join), here, noon.Add(time.Minute)); err != nil {
		t.Errorf("a minute later, in small letters: %v", err)
	}
	clear(came)
	for i := range 1000 {
		_, err := enter(r, `{"v":1,"type":"lead","code":"ABC234","lead":"guessed"}`, netip.AddrFrom4([4]byte{10, 0, byte(i >> 4), 1}), noon.Add(time.Hour))
		came[err]++
	}
	if came[nil] > 0 || came[WrongCode] != WrongInAll {
		t.Errorf("secrets guessed from many addresses = %v, want %d looked at", came, WrongInAll)
	}
	form := regexp.MustCompile(`^[A-HJ-NP-Z2-9]{6}$`)
	seen := map[string]bool{}
	for range 100 {
		c := Code()
		if !form.MatchString(c) || strings.ContainsAny(c, "01ILO") || seen[c] {
			t.Fatalf("Code() = %q", c)
		}
		seen[c] = true
	}
}

// At any time the counts are those of a plain book that is kept beside the room.
func TestCountsAreRightWhateverHappens(t *testing.T) {
	type mine struct{ vote, lost int }
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		r, p, _ := class(t, 0)
		book := map[ID]*mine{}
		var ids []ID
		at, question, options, step, revealed := 0, 0, 0, 0, []int(nil)
		asked, now := 0, noon
		var script []string
		for range 150 {
			now = now.Add(time.Second)
			do := func(id ID, form string, args ...any) {
				frame := fmt.Sprintf(form, args...)
				script = append(script, fmt.Sprint(id, " ", frame))
				if err := r.Take(id, []byte(frame), now); err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, strings.Join(script, "\n"))
				}
			}
			tally := func() []int {
				if question == 0 {
					return nil
				}
				n := make([]int, options)
				for _, m := range book {
					if m.vote >= 0 {
						n[m.vote]++
					}
				}
				return n
			}
			switch k := rnd.IntN(10); {
			case k < 2 || len(ids) == 0:
				id, err := enter(r, join, here, now)
				if err != nil {
					t.Fatal(err)
				}
				ids, book[id] = append(ids, id), &mine{vote: -1}
			case k == 2:
				i := rnd.IntN(len(ids))
				r.Leave(ids[i])
				delete(book, ids[i])
				ids = slices.Delete(ids, i, i+1)
			case k == 3:
				r.Leave(p)
				p, _ = enter(r, lead, here, now)
			case k < 6:
				to, opts := rnd.IntN(3), rnd.IntN(4)
				if moved := to != step || at == 0; moved || opts != options {
					if question, revealed = 0, nil; opts > 0 {
						asked++
						question = asked
					}
					if moved {
						at++
					}
					for _, m := range book {
						m.vote = -1
					}
				}
				step, options = to, opts
				do(p, show, fmt.Sprintf("p=lesson&step=%d&part=%d", to, rnd.IntN(2)), opts)
			case k == 6:
				if n := rnd.IntN(asked + 1); n == question && n > 0 && revealed == nil {
					revealed = tally()
					do(p, reveal, n)
				} else {
					do(p, reveal, n)
				}
			case k < 9 && options > 0:
				id, q, o := ids[rnd.IntN(len(ids))], max(0, question-rnd.IntN(2)), rnd.IntN(options)
				if q == question && revealed == nil {
					book[id].vote = o
				}
				do(id, vote, q, o)
			case at > 0:
				id, n, on := ids[rnd.IntN(len(ids))], 1+rnd.IntN(at), rnd.IntN(2) == 0
				if on {
					book[id].lost = n
				} else if book[id].lost == n {
					book[id].lost = 0
				}
				do(id, lost, n, on)
			}
			v, want := r.View(p), View{V: 1, Type: "presenter", At: at, Link: r.link, Led: true, Question: question, Options: options, Revealed: revealed != nil, Votes: revealed, Followers: len(ids)}
			if revealed == nil {
				want.Votes = tally()
			}
			for _, m := range book {
				if m.lost == at && at > 0 {
					want.Lost++
				} else if m.lost == at-1 && at > 1 {
					want.Before++
				}
			}
			if !reflect.DeepEqual(v, want) {
				t.Fatalf("seed %d: view = %+v, want %+v\n%s", seed, v, want, strings.Join(script, "\n"))
			}
			if frame, _ := r.Frame(p); string(frame) != string(v.frame()) {
				t.Fatalf("seed %d: the frame is not the view's: %s", seed, frame)
			}
			for _, id := range ids {
				if frame, _ := r.Frame(id); string(frame) != string(r.View(id).frame()) || len(frame) > MaxFrame {
					t.Fatalf("seed %d: the frame of a follower is not its view's: %s", seed, frame)
				}
			}
		}
	}
}

// Whatever a follower sends, other pages get numbers within their bounds, and what the presenter showed.
func FuzzMessages(f *testing.F) {
	for _, s := range []string{join, lead, `{"v":1,"type":"vote","question":1,"option":2}`, `{"v":1,"type":"lost","at":1,"on":true}`, `{"v":1,"type":"show","link":"p=lesson","options":2}`, `{"V":1,"TYPE":"vote"}`, `{"v":1,"v":2}`} {
		f.Add([]byte(s), []byte(s))
	}
	f.Fuzz(func(t *testing.T, first, second []byte) {
		r, p, _ := class(t, 2)
		must(t, r, p, show, "p=lesson&s=a&step=1", 3)
		other := r.View(2)
		if err := r.Knock(here, noon); err != nil {
			t.Fatal(err)
		}
		id, _, err := r.Join(first, here, noon)
		if id == r.presenter {
			return // it had the secret
		}
		var refused Refusal
		if err != nil && !errors.As(err, &refused) {
			t.Fatalf("Join(%q) = %v", first, err)
		}
		if err == nil {
			if err := r.Take(id, second, noon); err != nil && !errors.As(err, &refused) {
				t.Fatalf("Take(%q) = %v", second, err)
			}
		}
		if got := r.View(2); !reflect.DeepEqual(got, other) {
			t.Errorf("%q, %q change what another follower sees: %+v", first, second, got)
		}
		v := r.View(p)
		if v.Link != "p=lesson&s=a&step=1" || v.Question != 1 || len(v.Votes) != 3 || v.Votes[0]+v.Votes[1]+v.Votes[2] > 1 || v.Lost > 1 || v.Followers > 3 {
			t.Errorf("%q, %q: the presenter sees %+v", first, second, v)
		}
	})
}
