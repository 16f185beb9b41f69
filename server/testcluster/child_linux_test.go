package testcluster

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// parentEnv makes this test binary start a child, say its process number, and hang.
const parentEnv = "TESTCLUSTER_PARENT"

func TestMain(m *testing.M) {
	if os.Getenv(parentEnv) == "" {
		os.Exit(m.Run())
	}
	c, err := startChild(exec.Command("sleep", "60"), os.Kill)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(c.cmd.Process.Pid)
	<-c.done
}

func TestChildDiesWithItsParent(t *testing.T) {
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), parentEnv+"=1")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	pid, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid = strings.TrimSpace(pid)
	if !alive(pid) {
		t.Fatalf("process %q does not run before its parent is killed", pid)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	parent.Wait() // it says that the process was killed
	for deadline := time.Now().Add(10 * time.Second); alive(pid); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("process %s still runs 10 s after its parent was killed", pid)
		}
	}
}

// alive reports whether a process runs. One that ended but that nobody has reaped does not.
func alive(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	_, afterName, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(afterName, "Z") && !strings.HasPrefix(afterName, "X")
}
