// Package film plays a scenario to its end and gives what there is to see of it: the shapes
// of one step, of a contact sheet, a comic strip of the steps that matter, and of a reel, steps one after
// the other. What writes them to a file or tells them in a terminal is the command's, or the page's.
package film
