// Command release writes what a release consists of into a folder: an archive for each platform, their
// sums, a list of what is in the program, krew's manifest and what a container is built of. It is no part
// of the informerscope command; make release calls it, with the page built, in a folder that holds one commit.
//
// The same commit and version come out as the same bytes with the same Go, wherever and whenever: paths are
// trimmed, times are the commit's, owners nobody, and names are in order.
//
// It is our own because what we need of a tool for releases is a loop over six builds, a tar and a zip. The
// bill of materials and krew's rules come from the tools that are made for them (.ci/tools/release.mod).
package main
