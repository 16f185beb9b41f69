//go:build snippets

package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	informerscope "github.com/informerscope/informerscope"
	"github.com/informerscope/informerscope/server/room"
)

// TestSnippetsOfAProxyHoldAClass has a class through nginx and through Caddy, each set up by the very text that operators read:
// two hundred join at once from one address, a step reaches all of them, plain watches are not kept back, and who guesses codes
// is refused whatever they say of their address.
func TestSnippetsOfAProxyHoldAClass(t *testing.T) {
	text, err := fs.ReadFile(informerscope.Docs, "web/docs/operators.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(text), "\n## Behind a reverse proxy\n")
	part, _, _ = strings.Cut(part, "\n## ")
	shown := regexp.MustCompile("(?s)```\n(.*?)```").FindAllStringSubmatch(part, -1)
	if len(shown) != 4 {
		t.Fatalf("operators.md has %d blocks there, want the command, two of nginx's and Caddy's", len(shown))
	}
	for name, setUp := range map[string]func(at, backend, temp string) (config string, command []string){
		"nginx": func(at, backend, temp string) (string, []string) {
			config := "daemon off; user root; pid " + temp + "/pid; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n"
			for _, name := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
				config += name + "_temp_path " + temp + "/" + name + ";\n"
			}
			location := strings.Replace(shown[1][1], "127.0.0.1:8350", backend, 1)
			return config + shown[2][1] + "server {\nlisten " + at + ";\n" + location + "}\n}\n", []string{"nginx", "-e", "stderr", "-c"}
		},
		"caddy": func(at, backend, _ string) (string, []string) {
			site := strings.NewReplacer("127.0.0.1:8350", backend, "scope.example.com", "http://"+at).Replace(shown[3][1])
			return "{\nadmin off\nauto_https off\n}\n" + site, []string{"caddy", "run", "--adapter", "caddyfile", "--config"}
		},
	} {
		t.Run(name, func(t *testing.T) {
			at := free(t)
			// The command is the docs', too, but for what it shows and where.
			args := strings.Fields(strings.Replace(shown[0][1], "scope.example.com", at, 1))[2:]
			said := started(t, append(args, "--demo", "--class", "--listen", "127.0.0.1:0")...)
			links := regexp.MustCompile(`http://([0-9.:]+)/#class=([A-Z0-9]+)&lead=([A-Z0-9]+)`).FindStringSubmatch(said)
			if links == nil {
				t.Fatalf("serve printed %q", said)
			}
			config, command := setUp(at, links[1], t.TempDir())
			begin(t, at, config, command)
			held(t, at, links[2], links[3])
		})
	}
}

func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// begin runs the proxy, and waits until the server answers through it.
func begin(t *testing.T, at, config string, command []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/sbin") // where Debian has nginx
	cmd := exec.Command(command[0], append(command[1:], file)...)
	said := &output{}
	cmd.Stdout, cmd.Stderr = said, said
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v: .ci/need %s", err, command[0])
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait() // it was told to end
	})
	for range 400 {
		if resp, err := http.Get("http://" + at + "/healthz"); err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("nothing answers through %s:\n%s\n%s", command[0], said, config)
}

// enter joins a class, or says why not.
func enter(t *testing.T, at, first string, header http.Header) (*websocket.Conn, room.View, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if header == nil {
		header = http.Header{}
	}
	header.Set("Origin", "http://"+at)
	conn, _, err := websocket.Dial(ctx, "ws://"+at+"/informerscope/v1/class", &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		return nil, room.View{}, err.Error()
	}
	if err := conn.Write(ctx, websocket.MessageText, []byte(first)); err != nil {
		return nil, room.View{}, err.Error()
	}
	var v room.View
	_, frame, err := conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(frame, &v)
	}
	var closed websocket.CloseError
	switch {
	case errors.As(err, &closed):
		return nil, v, closed.Reason
	case err != nil:
		return nil, v, err.Error()
	}
	return conn, v, ""
}

// held holds a class at that address.
func held(t *testing.T, at, code, secret string) {
	const people = 200
	lead, _, why := enter(t, at, fmt.Sprintf(`{"v":1,"type":"lead","code":%q,"lead":%q}`, code, secret), nil)
	if lead == nil {
		t.Fatalf("the presenter is refused: %s", why)
	}
	defer lead.CloseNow()
	join := fmt.Sprintf(`{"v":1,"type":"join","code":%q}`, code)
	var here, all sync.WaitGroup
	began := time.Now()
	for range people {
		here.Add(1)
		all.Go(func() {
			conn, v, why := enter(t, at, join, nil)
			here.Done()
			if conn == nil {
				t.Errorf("one of %d is refused: %s", people, why)
				return
			}
			defer conn.CloseNow()
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			for v.At == 0 {
				_, frame, err := conn.Read(ctx)
				if err != nil || json.Unmarshal(frame, &v) != nil {
					t.Errorf("a follower hears no step: %v", err)
					return
				}
			}
		})
	}
	here.Wait()
	t.Logf("%d joined through one address within %v", people, time.Since(began).Round(time.Millisecond))
	if err := lead.Write(t.Context(), websocket.MessageText, []byte(`{"v":1,"type":"show","link":"p=lesson&s=a&step=1","options":0}`)); err != nil {
		t.Fatal(err)
	}
	all.Wait()

	// A plain watch: its headers, and what it begins with, come at once.
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+at+"/api/v1/pods?watch=true", nil)
	if err != nil {
		t.Fatal(err)
	}
	asked := time.Now()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	first := make([]byte, 15)
	if _, err := io.ReadFull(resp.Body, first); err != nil || !bytes.Equal(first, []byte(`{"type":"ADDED"`)) || time.Since(asked) > 2*time.Second {
		t.Errorf("a plain watch begins with %q after %v (%v)", first, time.Since(asked), err)
	}

	last := ""
	for i := range room.WrongPerMinute + 1 {
		_, _, last = enter(t, at, `{"v":1,"type":"join","code":"AAAAAA"}`, http.Header{"X-Forwarded-For": {fmt.Sprintf("10.0.0.%d", i)}})
	}
	if last != string(room.TooManyTries) {
		t.Errorf("after many wrong codes in others' names: %q, want %q", last, room.TooManyTries)
	}
}
