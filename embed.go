// Package informerscope holds the one page of Informerscope; the work is in the folders.
package informerscope

import _ "embed"

// IndexHTML is the page, the same one for lessons, playground, live view and embeds.
//
//go:embed index.html
var IndexHTML []byte
