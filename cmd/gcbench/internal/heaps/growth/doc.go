// Package growth compares heap dumps of one program: which classes have grown, which objects are new, which of the new
// ones a later dump still has, and on which chains of classes these hang.
//
// One heap is in memory at a time. Of the one before only a census stays: the sums of its classes and, if its runtime
// keeps the identity of objects, 8 bytes for each live one.
//
//	A ──census──> sums, ids ─┐
//	B ──census──> sums, ids of what is not in A ─┐
//	C ──census──> sums, what is still there ─────┴──> chains, retained sizes
package growth
