// Package play is informerscope play: it tells a lesson as text, all at once or key by key.
package play
