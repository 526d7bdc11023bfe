// Package mark finds what is reachable, with several goroutines: the nodes of any directed
// graph, or the live objects of a [heap.Heap].
//
// Begin with the function [Graph]. It takes a graph, the nodes to start from, and options,
// whose zero value is good:
//
//	g := mark.Lists{{1, 2}, {3}, {3}, {}, {0}} // the successors of each node
//	reached, err := mark.Graph(ctx, g, []uint32{0}, mark.Options{})
//	fmt.Println(reached.Count(), reached.Has(4)) // 4 false
//
// The function [Heap] does the same for a heap. To mark often, make a [Marker]: it keeps its
// goroutines and its memory from mark to mark.
//
// # Which form has your graph?
//
//	names or other keys, edges in any order       Edges
//	numbers from 0, edges in any order            AdjacencyFromEdges, AdjacencyFromPairs
//	two arrays (compressed sparse rows)           NewAdjacency
//	the same, and its reverse; or undirected      NewBidirectional
//	a slice of slices                             Lists
//	a function                                    Func, or TryFunc if it can fail
//	a type of yours                               Digraph, the interface of all these
//	known only while it is walked                 package mark/walk
//	a heap, where a function takes a graph        heap.Heap.Graph
//
// An [Adjacency] is the fastest form, because its memory is known: workers prefetch nodes, and
// share those with many successors. Build one if you mark a graph more than once. A
// [Bidirectional] can be faster still, and a heap is as fast. For the other forms each node
// costs a call.
//
// # Other questions
//
//	what is not reachable?                        Result.Unreached, HeapResult.Garbage
//	what do further roots add?                    Marker.ExtendGraph, Marker.ExtendHeap
//	what is reachable without some nodes?         Marker.MarkGraphWithout
//	is there a node with some property?           Options.Until
//	how far has the mark come?                    Options.Progress
//	what did each worker do, and when?            Result.Stats, Options.Timeline
//	why is it reachable, and what does it keep?   package mark/reach
//	which nodes keep the most?                    package mark/dominators
//
// # Results and errors
//
// If the error is nil, the result is complete. A result that comes with an error holds a
// part: see [Result]. If an argument or an option is refused, the result is nil. A cancelled
// context ends a mark after some microseconds, but interrupts no call of your code. All
// workers have stopped when a mark returns.
//
// # Goroutines
//
// Any number of goroutines may call the functions of this package at once, also for one heap
// or graph, which may not change meanwhile. A [Marker] serves one goroutine at a time.
// Several workers call your functions at once.
//
// # Memory
//
// A mark takes up to 3 bits for each node of a graph, or for each granule of a heap. Two of
// them are touched only if they are needed. A [Marker] takes about 340 KiB a worker and 4.25
// MiB besides, by default: see [Options.MarkerBytes]. The functions [Graph] and [Heap] take
// less for what is small. If a function
// computes the successors, each worker keeps 4 bytes for each successor of its largest batch.
//
// # How it works
//
// It is the mark phase of a parallel garbage collector, after Flood, Detlefs, Shavit and
// Zhang, "Parallel Garbage Collection for Shared Memory Multiprocessors" (JVM 2001). Workers
// mark, and let others have what they do not need. Worker 0 runs on the caller's goroutine,
// and the others sleep until it has something to give away. Every complete mark ends with a
// check of conservation laws: what was pushed was popped, and what was marked was scanned,
// once. A mark that breaks one returns an error. The comment of package mark/internal/engine
// goes on from here.
//
// # Will your program go on compiling?
//
// From version 1 on, a program that compiles against heap, stealq, overflow or mark goes on
// compiling until version 2. Flags, exit statuses and fields of JSON reports are only added.
// Before version 1 anything may change, and docs/CHANGELOG.md says what did.
package mark
