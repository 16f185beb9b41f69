//go:build !linux

package testcluster

import "syscall"

// childAttr does nothing: elsewhere the kernel does not tell a child that its parent died. Stop ends it.
func childAttr(syscall.Signal) *syscall.SysProcAttr { return nil }
