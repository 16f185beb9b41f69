package page

import (
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/informerscope/informerscope/wasm/text"
)

var (
	waits   = tell.Wait
	middle  = tell.Middle
	visible = text.Visible
)
