// Package record follows a resource as the page's live mode does, and writes what happened into a file that
// the page opens and serve --replay plays:
//
//	hub (LIST, WATCH) → anonymiser, if names are to stay here → core/sim's World → trace
package record
