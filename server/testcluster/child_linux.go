package testcluster

import "syscall"

// childAttr ties a child to this program's life, and puts it in a process group of its own so that ^C in a
// terminal reaches only us.
func childAttr(death syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: death, Setpgid: true}
}
