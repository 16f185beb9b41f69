//go:build !unix

package serve

import "os/exec"

func apart(*exec.Cmd) {} // rundll32 ends at once, and the browser is not its child
