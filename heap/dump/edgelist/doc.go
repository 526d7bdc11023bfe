// Package edgelist reads and writes heaps as text, with one reference on each line. Any
// language can make a heap, or count what is reachable in one. [Read] reads a file, and
// [Write] writes one.
//
//	# nodes 5
//	# roots 0 3
//	0 1
//	1 2
//	3 1
//
// Nodes are objects, numbered from 0 in order of address. A line with two numbers,
// "source target", is a reference. The references of an object keep the order of their
// lines. Blanks or tabs separate numbers. Lines end with LF or CRLF. Empty lines mean
// nothing. A line that begins with '#' is a comment, with two exceptions:
//
//	# nodes N        there are N nodes; without it, as many as the largest
//	                 number that occurs, plus one
//	# roots a b c    these nodes are roots; any number of such lines
//
// Collections of graphs have files without a line of roots. In such a file node 0 is
// the only root, or the nodes of Options.Roots are the roots. A line "# roots" without
// numbers says that there are no roots.
//
// The format has no sizes of objects and no nil references. A node becomes an object without
// payload. The reachable objects stay the same after conversion, and so does their digest.
package edgelist
