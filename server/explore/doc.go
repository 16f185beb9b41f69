// Package explore is informerscope explore: in which orders can a scenario go on?
package explore
