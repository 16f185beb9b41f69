package scenarios_test

import (
	"fmt"

	"github.com/informerscope/informerscope/scenarios"
)

func ExampleLesson_Run() {
	l := scenarios.Find("dirty-and-processing")
	r, err := l.Run("workqueue")
	if err != nil {
		panic(err)
	}
	fmt.Println(l.Place(), l.Title)
	for i, s := range r.Steps {
		fmt.Printf("%2d %-11s events %d..%d\n", i, s.Label, s.From, s.To)
	}
	// Output:
	// 1.2 One key, in two sets at once
	//  0             events 1..0
	//  1 Add(a)      events 1..2
	//  2 W1 takes a  events 3..4
	//  3 Add(a)      events 5..6
	//  4 Add(a), 10 times events 7..17
	//  5 Add(b)      events 18..19
	//  6 W1 calls Done(a) events 20..21
	//  7 W1 takes b  events 22..23
	//  8 W2 takes a  events 24..25
	//  9 W1 calls Done(b) events 26..27
	// 10 W2 calls Done(a) events 28..29
}
