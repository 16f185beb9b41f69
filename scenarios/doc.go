// Package scenarios holds the lessons: text files that are the lesson, the test and the
// golden at once.
//
// A lesson is <id>.iq, a script of commands for a sim.World with English narration and
// expectations in the notation of core/state, and <id>.<lang>.md, the narration in another
// language under the same ids. Parse reads one, Lesson.Run plays it on an engine into Steps
// that a page shows one by one, Run.Failures compares what was expected with what was so,
// and Lint says what makes a lesson hard to read. core/conformance runs the same files on
// real client-go.
//
// An exercise, exercises/<id>.iq, is such a file with a goal: its Lesson is where it begins and a
// solution, so it is checked, and compared with client-go, in the same way.
//
// The grammar is told in full at the top of parse.go, what exercises add to it in exercise.go.
package scenarios
