// Package mtx reads sparse matrices in the Matrix Market exchange format as graphs.
// Collections of graphs have many such files.
//
// Call [Read]. Node 1 is the only root, because the format has none:
//
//	d, err := mtx.Read(file, sink.Options{})
//	live, err := heap.Reachable(d.Heap)
//
// # The format
//
//	%%MatrixMarket matrix coordinate pattern general
//	% a comment
//	3 3 2                 rows, columns, entries
//	1 2                   an entry in row 1 and column 2
//	3 1 0.5               (of a matrix with values: the value is passed over)
//
// A matrix must have as many rows as columns. Row and column i together are a node, counted
// from 1, and the node becomes an object without size. An entry in row i and column j becomes
// a reference from i to j, in the order of the file. A symmetric matrix has only half of its
// entries in the file. There each entry that is not on the diagonal stands for a reference
// back, too.
//
// Values may be of the types pattern (none), integer and real. Matrices that are written
// whole (array) or have complex values are refused: they are no graphs. Words may be in
// capitals or not, and entries may be followed by anything.
package mtx
