package cli

import (
	"os"

	"golang.org/x/term"
)

// Terminal returns the file behind a stream, and whether it is a terminal.
func Terminal(stream any) (*os.File, bool) {
	f, ok := stream.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}
