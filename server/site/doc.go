// Package site writes the page as a folder of files that any web server can hand out: the program
// under v1/, where links to it stay good, and around it pages that need no script, one for each
// lesson with its pictures, its questions and a sheet to print.
//
// Write makes everything in memory, a Tree, and puts it on the disk at the end: a failure on the way
// leaves the folder as it was. All links are relative, so the folder works at any path. Only what others
// read from afar, canonical links, oEmbed and the site map, needs the address that Options.Base gives.
package site
