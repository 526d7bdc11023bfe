// Package mtx reads sparse matrices in the Matrix Market exchange format as graphs. Collections
// of graphs have many such files. [Read] reads a file.
//
//	%%MatrixMarket matrix coordinate pattern general
//	% a comment
//	3 3 2                 rows, columns, entries
//	1 2                   an entry in row 1 and column 2
//	3 1 0.5               (of a matrix with values: the value is passed over)
//
// A matrix must have as many rows as columns. Row and column i together are a node, and the
// node becomes an object without size. An entry in row i and column j becomes a reference from
// i to j, in the order of the file. People write nodes from 1, as the file does.
//
// Half of a matrix that is symmetric is left out of its file. There each entry that is not on
// the diagonal stands for a reference back, too.
//
// The format has no roots. Node 1 is the only root, as is the first node of an edge list
// without roots.
//
// Values may be of the types pattern (none), integer and real. Matrices that are written whole
// (array) or have complex values are refused: they are no graphs. Words may be in capitals or not,
// and entries may be followed by anything.
package mtx
