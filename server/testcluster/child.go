package testcluster

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// child is a process this program started and will reap.
type child struct {
	name string
	cmd  *exec.Cmd
	done chan struct{} // closed once the process is gone and reaped
	err  error         // what Wait returned; read it after done
}

// startChild starts cmd so that it gets deathSignal when this program dies, however it dies (Linux only).
func startChild(cmd *exec.Cmd, deathSignal os.Signal) (*child, error) {
	c := &child{name: cmd.Args[0], cmd: cmd, done: make(chan struct{})}
	cmd.SysProcAttr = childAttr(deathSignal.(syscall.Signal))
	started := make(chan error)
	go func() {
		// The kernel sends deathSignal when the thread that forked ends, so that thread has to stay.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err != nil {
			return
		}
		c.err = cmd.Wait()
		close(c.done)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return c, nil
}

// kill ends the process at once and returns when it is reaped. On a process that is gone, or on nil, it
// does nothing.
func (c *child) kill() {
	if c == nil {
		return
	}
	// The only error is that the process has ended, which is what is wanted.
	_ = c.cmd.Process.Kill()
	<-c.done
}

// ended reports whether the process is gone.
func (c *child) ended() bool {
	if c == nil {
		return true
	}
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}
