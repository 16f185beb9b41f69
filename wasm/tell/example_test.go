package tell_test

import (
	"fmt"

	"github.com/informerscope/informerscope/scenarios"
	"github.com/informerscope/informerscope/wasm/model"
	"github.com/informerscope/informerscope/wasm/tell"
	"github.com/informerscope/informerscope/wasm/text"
)

// What happened at a step of a lesson, and where its key is now.
func Example() {
	run, err := scenarios.Find("dirty-and-processing").Run("workqueue")
	if err != nil {
		panic(err)
	}
	line := model.Played(run)
	for _, lang := range []string{"en", "zh"} {
		t := tell.Teller{Say: text.For(lang).Text, Lang: lang}
		m := tell.Moment{Line: line, Step: 3, State: line.At(3)}
		fmt.Println(t.Caption(m))
		var keys tell.Listing
		fmt.Println(t.Cards(&keys, m.State, line.Step(3).At, []string{"key:a"})[0])
	}
	// Output:
	// After 1s: **One more pass is owed for a.** A worker is on it, so it stays out of the queue until Done.
	// a · dirty and processing: W1 is on it, one more pass is owed
	// 过了 1s：**又欠 a 一次处理。**有 worker 正在处理它，所以 Done 之前它不进 queue。
	// a · dirty 且 processing：W1 正在处理，还欠一次
}
