// Package cli holds what the commands of informerscope share: how a command is run and how its
// mistakes are told, how a lesson or a file is named and read, and words in the columns of a
// terminal.
package cli
