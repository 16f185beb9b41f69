// What Ebitengine's image_js.go has, without the zip of dumped pictures. See .ci/wasm-overlay.

package graphicscommand

import (
	"errors"
	"image"

	"github.com/hajimehoshi/ebiten/v2/internal/graphicsdriver"
)

// Dump refuses.
func (i *Image) Dump(graphicsdriver.Graphics, string, bool, image.Rectangle) (string, error) {
	return "", errors.ErrUnsupported
}

// DumpImages refuses.
func DumpImages([]*Image, graphicsdriver.Graphics, string) (string, error) {
	return "", errors.ErrUnsupported
}
