// Package scrubber draws the story so far, to be sought: the steps of a lesson with what happened
// to each key or object over them, in cells, in seconds, or as a length when there are thousands;
// in small for an article; and the length of the queue over the last minutes of a live one.
//
// Biography, Mini and Area give shapes; cells have IDs such as "step:3", for draw.Hit. All are
// pure.
package scrubber
