// Package stealq holds work-stealing deques: bounded queues of uint64 handles
// that one goroutine, the owner, uses as a stack, while any number of thieves
// take from the other end.
package stealq
