// Package room is a class: one who presents, and those who follow.
//
//	presenter → show (a link, and how many options the open question has), reveal
//	followers → vote, lost
//	Room      → each its view: the moment shown, the question, counts
//
// Room is pure: a message and the time go in, a view comes out. Class is the shell: a WebSocket each, one
// JSON text frame a message.
//
// Promises. Nothing that a follower sends reaches another page but as a number that was counted here.
// A view is all there is to know, so whoever lags gets the newest one and no queue grows; whoever comes late or
// comes back needs nothing else. Votes and flags are a connection's, and leave with it until the votes are
// shown. Nothing is stored, and everything has a bound: see Limits.
package room
