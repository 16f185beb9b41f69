package workqueue_test

import (
	"fmt"

	"github.com/informerscope/informerscope/core/workqueue"
)

// A key that is added while a worker has it runs again after Done.
func Example() {
	queue := workqueue.NewTyped[string]()
	queue.Add("default/web")
	queue.Add("default/web")
	fmt.Println("waiting:", queue.Len())

	key, _ := queue.Get()
	queue.Add(key)
	fmt.Println("waiting while it runs:", queue.Len())
	queue.Done(key)
	fmt.Println("waiting after Done:", queue.Len())

	queue.ShutDown()
	for key, shutdown := queue.Get(); !shutdown; key, shutdown = queue.Get() {
		fmt.Println("run", key)
		queue.Done(key)
	}
	// Output:
	// waiting: 1
	// waiting while it runs: 0
	// waiting after Done: 1
	// run default/web
}
