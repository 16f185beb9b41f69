//go:build unix

package serve

import (
	"os/exec"
	"syscall"
)

// apart keeps a Ctrl-C that is meant for us from the browser.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
