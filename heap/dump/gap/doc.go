// Package gap reads the graphs that the GAP Benchmark Suite keeps in files: .sg, and .wsg with
// weights. [Read] reads a file.
//
// All numbers are little-endian, and none is aligned:
//
//	directed   1 byte, 0 or 1
//	edges      8 bytes
//	nodes      8 bytes, at most 2^31
//	offsets    8 bytes for each node and 8 more: the edges of node i are
//	           targets[offsets[i] .. offsets[i+1])
//	targets    4 bytes for each edge; 8 with a weight after each, in a .wsg
//	           (of a directed graph only: offsets and targets once more, of
//	           the edges turned round)
//
// A node becomes an object without size, and an edge becomes a reference. An undirected graph
// has each edge twice in the file, once from each end, and its number of edges counts both.
// Weights are dropped. The edges turned round are passed over: they follow from the others.
//
// The format has no roots. Node 0 is the only root, as in an edge list without roots.
//
// # What the format does not say
//
// No byte says that the file is of this format, or whether there are weights. [IsDump] looks
// whether the numbers at the beginning fit each other. Read tells from the length of the file
// whether there are weights, so it knows only at the end.
package gap
