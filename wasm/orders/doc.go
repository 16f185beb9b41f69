// Package orders draws in which orders something can go on: states as nodes, steps as edges, from left to
// right by how many steps there are to a state.
//
// A few states are small pictures, with their steps named; many are dots. What has gone wrong is in the
// role of errors, the way that is looked at is drawn strong. Nodes have the ID "state:" and their number.
//
// It is pure: an exploration of core/sim in, shapes out, the same for the same.
package orders
