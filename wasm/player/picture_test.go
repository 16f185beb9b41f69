package player

import (
	"testing"

	"github.com/informerscope/informerscope/wasm/draw"
)

// A step forwards builds its picture once: what moved there ends as the picture that is shown.
func TestThePictureOfAStepIsBuiltOnce(t *testing.T) {
	p := newPlayer()
	p.Update(start, Opened{"#s=dirty-and-processing&predict=0"})
	built := func() *draw.Shape { pic, _ := p.Picture(); return &pic.Shapes[0] }
	was := built()
	p.Update(start, Next{})
	moved := &p.drawn[0].Shapes[0]
	if moved == was {
		t.Fatal("the step has the picture of the step before")
	}
	p.Update(start, Arrived{})
	if built() != moved {
		t.Error("the picture was built again when what moved had arrived")
	}
	p.Update(start, Language{"zh"})
	if built() == moved {
		t.Error("another language is shown in the picture from before")
	}
}
