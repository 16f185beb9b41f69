package testcluster

import (
	"os"
	"syscall"
)

// childAttr ties a child to this program's life, and puts it in a process group of its own so that ^C in a
// terminal reaches only us.
func childAttr(death syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: death, Setpgid: true}
}

// interrupt does what ^C in a terminal would do to a child and to those the child started.
func interrupt(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGINT) }
