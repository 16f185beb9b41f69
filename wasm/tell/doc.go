// Package tell says in words what is shown: state and events in, words out.
package tell
