// Package gap reads the graphs of the GAP Benchmark Suite: files .sg, and .wsg with weights.
//
// Call [Read]. Node 0 is the only root, because the format has none:
//
//	d, err := gap.Read(file, sink.Options{})
//	live, err := heap.Reachable(d.Heap)
//
// A node becomes an object without size, and an edge becomes a reference. An undirected graph
// has each edge twice in the file, once from each end. Weights are dropped, and so are the
// edges turned round, which follow from the others.
//
// # The format
//
// All numbers are little-endian, and none is aligned:
//
//	directed   1 byte, 0 or 1
//	edges      8 bytes; both ends count in an undirected graph
//	nodes      8 bytes, at most 2^31
//	offsets    8 bytes for each node and 8 more: the edges of node i are
//	           targets[offsets[i] .. offsets[i+1])
//	targets    4 bytes for each edge; 8 with a weight after each, in a .wsg
//	           (of a directed graph only: offsets and targets once more, of
//	           the edges turned round)
//
// No byte says that the file is of this format, or whether there are weights. [IsDump] looks
// whether the numbers at the beginning fit each other. Read learns about weights from the
// length of the file, at its end.
package gap
