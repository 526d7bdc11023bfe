// Package edgelist reads and writes heaps as text, one reference a line, so
// that any language can make a heap or count what is reachable in one.
//
//	# nodes 5
//	# roots 0 3
//	0 1
//	1 2
//	3 1
//
// Nodes are objects, numbered from 0 in order of address. A line with two
// numbers, "source target", is a reference; the references of an object keep
// the order of their lines. Numbers are separated by blanks or tabs; lines end
// with LF or CRLF; empty lines mean nothing, nor do lines that begin with '#',
// two excepted:
//
//	# nodes N        there are N nodes; without it, as many as the largest
//	                 number that occurs, plus one
//	# roots a b c    these nodes are roots; any number of such lines
//
// A file without a line of roots (as graph collections have it) is read with
// node 0 as the only root, or with Options.Roots. A line "# roots" without
// numbers says that there are none.
//
// Sizes of objects and nil references are not part of the format: a node
// becomes an object without payload. What is reachable, and the digest of it,
// survive conversion.
package edgelist
