// Package film plays a scenario to its end and gives what there is to see of it: the shapes
// of one step, and of a contact sheet, a comic strip of the steps that matter. What writes
// them to a file or tells them in a terminal is the command's.
package film
