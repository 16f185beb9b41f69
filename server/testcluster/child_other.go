//go:build !linux

package testcluster

import (
	"os"
	"syscall"
)

// childAttr does nothing: elsewhere the kernel does not tell a child that its parent died. Stop ends it.
func childAttr(syscall.Signal) *syscall.SysProcAttr { return nil }

// interrupt asks a child to end; it shares our process group, so ^C in a terminal reaches it anyway.
func interrupt(p *os.Process) error { return p.Signal(os.Interrupt) }
