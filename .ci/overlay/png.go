// Package png stands in for Ebitengine's own where the page's program is built: nobody asks there
// for a dump of a picture. See .ci/wasm-overlay.
package png

import (
	"errors"
	"image"
	"io"
)

// Encode refuses.
func Encode(io.Writer, image.Image) error { return errors.ErrUnsupported }
