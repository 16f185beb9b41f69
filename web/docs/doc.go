// Package docs is what the site has to read, in Markdown, with the examples that developers.md shows, as tests. The
// package at the root embeds the folder; server/site makes pages of it.
package docs
