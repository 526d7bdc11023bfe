// Package edgelist reads and writes heaps as text, with one reference on each line. Programs
// in any language can write and read it.
//
// Begin with [Read]. [Write] is its reverse:
//
//	h, err := edgelist.Read(file, edgelist.Options{})
//	live, err := heap.Reachable(h)
//	err = edgelist.Write(os.Stdout, h)
//
// # The format
//
//	# nodes 5
//	# roots 0 3
//	0 1
//	1 2
//	3 1
//
// Nodes are objects, numbered from 0 in order of address. A line with two numbers, "source
// target", is a reference. The references of an object keep the order of their lines. Blanks
// or tabs separate numbers. Lines end with LF or CRLF. Empty lines mean nothing. A line that
// begins with '#' is a comment, with two exceptions:
//
//	# nodes N        there are N nodes; without it, as many as the largest
//	                 number that occurs, plus one
//	# roots a b c    these nodes are roots; any number of such lines
//
// A line "# roots" without numbers says that there are no roots. Files from collections of
// graphs have no line of roots. Then node 0 is the only root, or Options.Roots are the roots.
//
// The format has no sizes of objects and no nil references. A node becomes an object without
// payload. A heap that is written and read has the same reachable objects, and the same
// [heap.Digest] of them.
package edgelist
