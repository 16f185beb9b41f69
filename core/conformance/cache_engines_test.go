package conformance

import (
	ours "github.com/informerscope/informerscope/core/cache"
	theirs "k8s.io/client-go/tools/cache"
)

// theirsEngineOptions: client-go chooses by feature gates.
func theirsEngineOptions(engine) theirs.InformerOptions { return theirs.InformerOptions{} }

// oursEngineOptions: ours by an option.
func oursEngineOptions(e engine) ours.InformerOptions {
	kind, err := ours.ParseEngine(e.Name)
	if err != nil {
		panic(err)
	}
	return ours.InformerOptions{Engine: kind}
}

// The stores of a Reflector that transform; the method's type is each side's own.
type theirsTransformingStore struct{ *writtenStore }

func (theirsTransformingStore) Transformer() theirs.TransformFunc { return changeObject }

type oursTransformingStore struct{ *writtenStore }

func (oursTransformingStore) Transformer() ours.TransformFunc { return changeObject }
