package gate_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"github.com/informerscope/informerscope/server/gate"
	"github.com/informerscope/informerscope/server/room"
)

const (
	classPath = "/informerscope/v1/class"
	joinClass = `{"v":1,"type":"join","code":"ABC234"}`
	leadClass = `{"v":1,"type":"lead","code":"ABC234","lead":"the-secret-of-the-presenter"}`
)

// serveClass serves a class behind a token.
func serveClass(t testing.TB, idle time.Duration) served {
	return serve(t, gate.Config{Source: followed(t, stillDemo()), Token: "sesame-sesame", Class: room.Open("ABC234", "the-secret-of-the-presenter"), Idle: idle})
}

// enterClass joins with a first message.
func enterClass(t testing.TB, s served, first string) *websocket.Conn {
	t.Helper()
	conn, _, err := dial(t, s, classPath, s.url)
	if err != nil {
		t.Fatal(err)
	}
	tell(t, conn, "%s", first)
	return conn
}

func tell(t testing.TB, conn *websocket.Conn, format string, args ...any) {
	t.Helper()
	text := fmt.Sprintf(format, args...)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		t.Fatalf("send %.80s: %v", text, err)
	}
}

// viewUntil reads until a view is as wanted.
func viewUntil(t testing.TB, conn *websocket.Conn, want string, is func(room.View) bool) room.View {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var v room.View
	for {
		_, frame, err := conn.Read(ctx)
		if err != nil {
			t.Fatalf("no view with %s: %v; the last was %+v", want, err, v)
		}
		v = room.View{}
		if err := json.Unmarshal(frame, &v); err != nil || len(frame) > room.MaxFrame {
			t.Fatalf("view = %.200q (%v)", frame, err)
		}
		if is(v) {
			return v
		}
	}
}

// The class takes who has the code, without the cluster's token, and by the same guard as all else.
func TestAClassIsJoinedThroughTheGuard(t *testing.T) {
	s := serveClass(t, time.Minute)
	for _, row := range []struct {
		name, origin, path string
		protocols          []string
		want               int
	}{
		{"all is well", s.url, classPath, nil, 101},
		{"over TLS that ends before us", "https://" + s.host, classPath, nil, 101},
		{"as the page does that has a token", s.url, classPath, []string{bearer + base64url("sesame-sesame"), "base64.binary.k8s.io"}, 101},
		{"another site", "http://evil.test", classPath, nil, 403},
		{"no origin", "", classPath, nil, 403},
		{"a sandbox", "null", classPath, nil, 403},
		{"the code in the query", s.url, classPath + "?code=ABC234", nil, 400},
		{"an empty query", s.url, classPath + "?", nil, 400},
		{"below it", s.url, classPath + "/abc234", nil, 400},
		{"only a token", s.url, classPath, []string{bearer + base64url("sesame-sesame")}, 400},
	} {
		_, resp, _ := dial(t, s, row.path, row.origin, row.protocols...)
		if resp == nil || resp.StatusCode != row.want {
			t.Errorf("%s: handshake = %+v, want %d", row.name, resp, row.want)
		}
	}
	if resp, body := get(t, s, classPath); resp.StatusCode != http.StatusBadRequest || strings.Contains(body, "ABC234") {
		t.Errorf("GET of the class without a socket = %d %s, want 400", resp.StatusCode, body)
	}
	// Who has joined a class may not read the cluster for that.
	if resp, _ := get(t, s, "/api/v1/pods"); resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("GET pods without the token = %d, want 401", resp.StatusCode)
	}
}

func TestAClassTellsWhyItEnds(t *testing.T) {
	s := serveClass(t, time.Minute)
	for first, want := range map[string]room.Refusal{
		`{"v":1,"type":"join","code":"ABC235"}`:                            room.WrongCode,
		`{"v":1,"type":"lead","code":"ABC234","lead":"another"}`:           room.WrongCode,
		`{"v":1,"type":"vote","question":1,"option":1}`:                    room.Malformed,
		`{"v":1,"type":"join","code":"ABC234","name":"Eve"}`:               room.Malformed,
		`{"v":1,"type":"join","code":"` + strings.Repeat("A", 5000) + `"}`: room.Malformed,
		`hello`: room.Malformed,
	} {
		code, reason := closeOf(t, enterClass(t, s, first))
		// The library itself ends what is too large, and says so.
		if code != websocket.StatusPolicyViolation && code != websocket.StatusMessageTooBig || code == websocket.StatusPolicyViolation && reason != string(want) {
			t.Errorf("after %.60s: closed with %v %q, want %q", first, code, reason, want)
		}
	}
	binary, _, err := dial(t, s, classPath, s.url)
	if err != nil {
		t.Fatal(err)
	}
	_ = binary.Write(t.Context(), websocket.MessageBinary, []byte(joinClass))
	if _, reason := closeOf(t, binary); reason != string(room.Malformed) {
		t.Errorf("after a binary frame: %q", reason)
	}
	presenter, follower := enterClass(t, s, leadClass), enterClass(t, s, joinClass)
	viewUntil(t, follower, "somebody who leads", func(v room.View) bool { return v.Led })
	tell(t, follower, `{"v":1,"type":"show","link":"p=lesson&s=a&step=1","options":0}`)
	if _, reason := closeOf(t, follower); reason != string(room.NotPresenter) {
		t.Errorf("a follower who posts as presenter: %q, want %q", reason, room.NotPresenter)
	}
	again := enterClass(t, s, leadClass)
	if _, reason := closeOf(t, presenter); reason != string(room.Taken) {
		t.Errorf("a presenter whose place was taken: %q, want %q", reason, room.Taken)
	}
	viewUntil(t, again, "the place", func(v room.View) bool { return v.Type == "presenter" && v.Link == "" })
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	go func() { _ = s.gate.Shutdown(ctx) }()
	if code, _ := closeOf(t, again); code != websocket.StatusGoingAway {
		t.Errorf("at the end of the server: %v, want 1001", code)
	}
}

// A room of 200: each step reaches all of them, and soon. One who takes nothing holds up nobody, and who comes
// late has the moment at once.
func TestAStepReachesTwoHundredFollowers(t *testing.T) {
	const people, steps, bar = 200, 40, 300 * time.Millisecond
	s := serveClass(t, time.Minute)
	presenter := enterClass(t, s, leadClass)
	idle := enterClass(t, s, joinClass) // reads nothing, ever
	defer idle.CloseNow()
	var mu sync.Mutex
	var shown []time.Time // the first step is number 1
	var took []time.Duration
	var all sync.WaitGroup
	for range people {
		conn := enterClass(t, s, joinClass)
		all.Add(1)
		go func() {
			defer all.Done()
			for seen := 0; ; {
				_, frame, err := conn.Read(t.Context())
				now := time.Now()
				var v room.View
				if err != nil || json.Unmarshal(frame, &v) != nil {
					t.Errorf("a follower's view: %.80q, %v", frame, err)
					return
				}
				mu.Lock()
				for ; seen < min(v.At, steps); seen++ { // a page that is behind sees the newest, and the ones before are history
					took = append(took, now.Sub(shown[seen]))
				}
				mu.Unlock()
				if v.Options > 0 {
					if err := conn.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"v":1,"type":"vote","question":%d,"option":1}`, v.Question)); err != nil {
						t.Error(err)
					}
					return
				}
			}
		}()
	}
	viewUntil(t, presenter, "everybody", func(v room.View) bool { return v.Followers == people+1 })
	for i := range steps {
		link := fmt.Sprintf("p=lesson&s=three-adds-one-job&step=%d", i)
		mu.Lock()
		shown = append(shown, time.Now())
		mu.Unlock()
		tell(t, presenter, `{"v":1,"type":"show","link":%q,"options":0}`, link)
		time.Sleep(60 * time.Millisecond)
	}
	late := enterClass(t, s, joinClass)
	began := time.Now()
	v := viewUntil(t, late, "the last step", func(v room.View) bool { return true })
	if v.At != steps || time.Since(began) > time.Second {
		t.Errorf("who comes late sees %+v after %v, want the last step at once", v, time.Since(began))
	}
	tell(t, presenter, `{"v":1,"type":"show","link":"p=lesson&s=three-adds-one-job&step=99","options":2}`)
	all.Wait()
	if t.Failed() {
		return
	}
	slices.Sort(took)
	if len(took) != people*steps {
		t.Fatalf("%d of %d steps came to a page", len(took), people*steps)
	}
	p50, p99, most := took[len(took)/2], took[len(took)*99/100], took[len(took)-1]
	t.Logf("a step reaches %d pages: p50 %v, p99 %v, most %v", people, p50, p99, most)
	if p99 > bar {
		t.Errorf("p99 = %v, want %v", p99, bar)
	}
}

// Votes of two hundred come to the presenter as a few views, and are shown to all once.
func TestVotesOfTwoHundredComeTogether(t *testing.T) {
	const people = 200
	s := serveClass(t, time.Minute)
	presenter := enterClass(t, s, leadClass)
	tell(t, presenter, `{"v":1,"type":"show","link":"p=lesson&s=a&step=3","options":2}`)
	viewUntil(t, presenter, "the question", func(v room.View) bool { return v.Question == 1 })
	var conns []*websocket.Conn
	for i := range people {
		conn := enterClass(t, s, joinClass)
		conns = append(conns, conn)
		tell(t, conn, `{"v":1,"type":"vote","question":1,"option":%d}`, i%2)
		tell(t, conn, `{"v":1,"type":"vote","question":1,"option":%d}`, i%4/2) // another opinion
	}
	v := viewUntil(t, presenter, "all votes", func(v room.View) bool { return v.Followers == people && v.Votes[0]+v.Votes[1] == people })
	if !slices.Equal(v.Votes, []int{people / 2, people / 2}) {
		t.Errorf("votes = %v", v.Votes)
	}
	tell(t, presenter, `{"v":1,"type":"reveal","question":1}`)
	for _, conn := range conns {
		v := viewUntil(t, conn, "the votes", func(v room.View) bool { return v.Revealed })
		if !slices.Equal(v.Votes, []int{people / 2, people / 2}) {
			t.Fatalf("a follower sees the votes %v", v.Votes)
		}
	}
	for _, conn := range conns[:50] {
		_ = conn.CloseNow()
	}
	viewUntil(t, presenter, "fifty less", func(v room.View) bool { return v.Followers == people-50 })
}

// A page that hears nothing takes the connection for lost, and so does what stands between.
func TestAClassIsNeverSilentForLong(t *testing.T) {
	follower := enterClass(t, serveClass(t, 50*time.Millisecond), joinClass)
	for range 4 {
		viewUntil(t, follower, "anything", func(room.View) bool { return true })
	}
}

// The QR code that a page shows of its link is read as that link, and nothing else is drawn.
func TestThePictureOfALinkToAClassIsReadAsTheLink(t *testing.T) {
	var logged bytes.Buffer
	log := slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
	t.Cleanup(func() { // the server has ended
		if text := logged.String(); !strings.Contains(text, "/informerscope/v1/class/…") || strings.Contains(text, hex.EncodeToString([]byte("ABC234"))) {
			t.Errorf("the log has the code, or nothing:\n%s", text)
		}
	})
	s := serve(t, gate.Config{Source: followed(t, stillDemo()), Token: "sesame-sesame", Class: room.Open("ABC234", "the-secret-of-the-presenter"), Log: log})
	at := func(link string) string { return classPath + "/" + hex.EncodeToString([]byte(link)) }
	for _, link := range []string{s.url + "/#class=ABC234", "https://" + s.host + "/lessons/scope/#class=ZZZ999"} {
		resp, svg := get(t, s, at(link), "Sec-Fetch-Site: same-origin")
		if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "image/svg+xml" || resp.Header.Get("Cache-Control") != "no-store" {
			t.Fatalf("the picture of %s: %s, %v", link, resp.Status, resp.Header)
		}
		if got := readQR(t, svg); got != link {
			t.Errorf("the picture is read as %q, want %q", got, link)
		}
	}
	for _, link := range []string{"", "http://evil.test/#class=ABC234", s.url + "@evil.test/#class=ABC234", s.url + "/#class=ABC234&lead=secret", "javascript:alert(1)",
		s.url + "/?x#class=ABC234", "ftp://" + s.host + "/#class=ABC234", s.url + "/\"/><script>/#class=ABC234", s.url + "/" + strings.Repeat("a", 90) + "/#class=ABC234"} {
		if resp, body := get(t, s, at(link)); resp.StatusCode < 400 || resp.StatusCode >= 500 {
			t.Errorf("the picture of %q = %s %.80s, want none", link, resp.Status, body)
		}
	}
	for _, path := range []string{classPath + "/zz", at(s.url+"/#class=ABC234") + "?x=1"} {
		if resp, _ := get(t, s, path); resp.StatusCode != http.StatusBadRequest {
			t.Errorf("GET %s = %s, want 400", path, resp.Status)
		}
	}
	if resp, _ := get(t, s, at(s.url+"/#class=ABC234"), "Sec-Fetch-Site: cross-site"); resp.StatusCode != http.StatusForbidden {
		t.Errorf("to another site's page: %s, want 403", resp.Status)
	}
}

// readQR reads a QR code off the SVG as a phone does off a wall.
func readQR(t *testing.T, svg string) string {
	t.Helper()
	size := 0
	if _, err := fmt.Sscanf(svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d`, &size); err != nil {
		t.Fatalf("no SVG: %.100q", svg)
	}
	const module = 6
	img := image.NewGray(image.Rect(0, 0, size*module, size*module))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	for _, m := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-(\d+)z`).FindAllStringSubmatch(svg, -1) {
		x, _ := strconv.Atoi(m[1])
		y, _ := strconv.Atoi(m[2])
		run, _ := strconv.Atoi(m[3])
		draw.Draw(img, image.Rect(x*module, y*module, (x+run)*module, (y+1)*module), image.Black, image.Point{}, draw.Src)
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		t.Fatal(err)
	}
	read, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)
	if err != nil {
		t.Fatalf("it is no QR code: %v", err)
	}
	return read.GetText()
}

// Behind a proxy the address that limits count by is the one that the proxy has seen: who guesses codes locks out nobody else,
// and is not let in again for what they say of themselves. Without a proxy before it the server believes no such header.
func TestWhoAsksBehindAProxy(t *testing.T) {
	for _, proxied := range []bool{true, false} {
		s := serve(t, gate.Config{Source: followed(t, stillDemo()), Class: room.Open("ABC234", "the-secret-of-the-presenter"), Idle: time.Minute, Proxied: proxied})
		join := func(frame string, seen ...string) string {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			conn, _, err := websocket.Dial(ctx, "ws://"+s.host+classPath, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {s.url}, "X-Forwarded-For": seen}})
			if err != nil {
				t.Fatal(err)
			}
			defer conn.CloseNow()
			tell(t, conn, "%s", frame)
			if _, _, err = conn.Read(ctx); err == nil {
				return "here"
			}
			var closed websocket.CloseError
			errors.As(err, &closed)
			return closed.Reason
		}
		last := ""
		for i := range room.WrongPerMinute + 1 {
			last = join(`{"v":1,"type":"join","code":"AAAAAA"}`, fmt.Sprintf("10.0.0.%d, 192.0.2.66", i))
		}
		if last != string(room.TooManyTries) {
			t.Errorf("proxied %v: after many wrong codes of one address: %q", proxied, last)
		}
		want := map[bool]string{true: "here", false: string(room.TooManyTries)}[proxied]
		for _, seen := range [][]string{{"192.0.2.7"}, {"192.0.2.66, 192.0.2.7"}, {"192.0.2.66", "192.0.2.7"}, {"2001:db8::7"}} {
			if got := join(joinClass, seen...); got != want {
				t.Errorf("proxied %v: another, as %q: %q, want %q", proxied, seen, got, want)
			}
		}
		if got := join(joinClass, "192.0.2.7, 192.0.2.66"); got != string(room.TooManyTries) {
			t.Errorf("proxied %v: the one who guessed, in another's name: %q", proxied, got)
		}
	}
}
