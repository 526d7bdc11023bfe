// Package mark finds what is reachable: the live objects of a simulated heap, or the
// nodes of any graph. Several goroutines do the work together.
//
//	reached, err := mark.Graph(ctx, g, roots, mark.Options{})
//	fmt.Println(reached.Has(7), reached.Count())
//
// # How do I mark a graph?
//
// Give your nodes the numbers 0 to n-1. If they are not numbers, [Edges] does it, and makes an Adjacency.
// Then give the graph to the function [Graph], in one of these ways:
//
//   - An [Adjacency] holds the graph in two arrays. This is the fastest way. The
//     memory is known, so the nodes that come next are prefetched while others are
//     scanned. All workers share a node that has many successors. With fewer than 2^32
//     successors in all, give it offsets of 32 bits.
//   - [Lists] are adjacency lists, a [][]uint32, as they are.
//   - A [Func] is a number of nodes and a function that appends the successors of a
//     node. Use it when the successors are computed, or are stored in some other
//     form.
//   - A [Bidirectional] has the predecessors in arrays, too, or is undirected. When most nodes are found, it is faster than an
//     Adjacency.
//   - A [Digraph] is an interface with the same two things, for your type.
//
// For all but an Adjacency and a Bidirectional each node costs a call, and nothing is prefetched, because only
// your code knows where the successors lie. If you mark a graph more than once, build
// an Adjacency.
//
// # What if the graph is found while it is walked?
//
// Then use package mark/walk. Its nodes are keys of any comparable type: names of files, addresses
// of pages.
//
// If all edges are known, but come in no order, then [AdjacencyFromEdges] makes an
// Adjacency of them.
//
// # How do I mark a heap?
//
// Build a [heap.Heap] with a [heap.Builder], or read one from a file. Then call the
// function [Heap].
//
// To mark often, make a [Marker] and call its methods. It keeps its workers and its
// memory from mark to mark.
//
// Everything below that takes a graph takes a heap, too: [heap.Heap.Graph] shows it as one. Its
// nodes are the Refs of the objects.
//
// # What is not reachable?
//
// [Result.Unreached] iterates over it, and [HeapResult.Garbage] over the dead objects of a
// heap. To learn what further roots add, mark without them, and go on from the complete result
// with [Marker.ExtendGraph] or [Marker.ExtendHeap]. They scan only what is new. To learn what is reachable
// without going through some nodes, call [Marker.MarkGraphWithout].
//
// # Why is it reachable, and what does it keep?
//
// Package mark/reach says why a node is reachable, and how far away, what would go away with it, and
// what weak tables keep. Package mark/dominators says which nodes keep the most.
//
// # How do I stop at a node?
//
// Give an [Options].Until. It is called once for each node that is reached, and the mark
// ends when it returns true. The error is then a [*StopError] with this node. If it always
// returns false, it is a visit of all nodes. The order is undefined.
//
// [Options].Progress is told how far the mark has come, ten times a second.
//
// # What does a result hold after an error?
//
// It holds a part. Everything in it is reachable, unless the heap is damaged. But not everything
// reachable is in it. The result is nil if something was found wrong before the mark began: an
// option, an argument, a root, a closed Marker. With your deques it may be nil at other times, too.
//
// A nil argument is an error that says which argument is missing: the context, the
// heap, the graph, or the function of a Func. An option that cannot be used is an
// [*OptionError]. It names the option, and says what is allowed.
//
// # How do I cancel a mark?
//
// Cancel its context. Each worker looks at the context after each batch, which takes some
// microseconds, and before each call of your code. A cancellation does not interrupt your
// code.
// All workers have stopped when the mark returns. The error wraps the cause of the
// cancellation.
//
// # What if successors can fail?
//
// Use a [TryFunc]. The first error ends the mark. It comes back as a
// [*NodeError], which has the node and wraps your error. So does a successor that is no node. The result holds what has been
// reached so far.
//
// # What if my code panics?
//
// The mark ends, and returns a [*PanicError] that says what was called, and has the node, the value and
// the stack. The same holds if your code calls [runtime.Goexit]. But if it ends the caller's own
// goroutine, then the mark cannot return anything. The program goes on, and a Marker can be used again. A
// panic of your NumNodes is not caught, because it comes before the mark. If a deque of your Kind panics,
// loses an item or invents one, the error is a [*DequeError].
//
// # May several goroutines use it?
//
// Any number of goroutines may call the functions Heap and Graph at once, also for one heap or
// graph. A Marker serves one goroutine at a time. A second one gets [ErrInUse]. A heap or a graph
// may not change while it is marked. Several workers call your AppendSuccessors at once, so it must
// be safe for concurrent use.
//
// # How much memory does a mark take?
//
// Two bits for each node of a graph, or for each granule of 8 bytes of a heap. One is the mark bit.
// The other is in the pending bitmap, below, whose memory is touched only if it is used. If mark
// bits have owners, there is a third bit, for references that are spilt. Its memory is touched only
// if it is used, too. And there are queues between the owners, up to 2 MiB for each owner. Besides,
// a Marker takes memory that does not depend on the graph: by default about 340 KiB a worker and
// 4.25 MiB for the overflow list. [Options.MarkerBytes] estimates it. For a Func or your Digraph,
// each worker also keeps 4 bytes for each successor of its largest batch. The functions Heap and
// Graph take less of it for a small heap or graph.
//
// # What if the heap is larger than the memory?
//
// Save it as a snapshot, and open it with [heap.OpenSnapshot]. Then its arena is a file that is mapped into
// memory. If the system has all of it in memory, a mark takes as long as that of a copy. Otherwise it goes through the file in the
// order of its pages. The bitmaps must fit into the memory: see above. All functions take such a heap.
//
// # Which options matter?
//
// There are a few [Options], and their zero values are good defaults. Most programs set
// none of them, or only Workers. Until and Progress are functions of yours that a mark calls.
// Deque, Capacity, Grain and OverflowBlocks say through what the
// workers share their work, and how much memory this takes. Tuning is for
// experiments, and package mark/tune has what can be chosen there. No option changes which objects a complete mark marks.
//
// Deque may also be your [stealq.Kind]. Package stealq/stealqtest judges whether it keeps the contract.
// [tune.Presets] are combinations of choices that imitate real collectors, and [Options.Imitating] takes one
// over. They are imitations: each one says what it leaves out.
//
// # What did the workers do?
//
// The statistics say how much each worker has done. A [timeline.Timeline] also says when: what each
// worker did at each time, why it was idle, and what went from one worker to another.
// [Options.Timeline] asks for it, and [Result.Timeline] returns it as plain data, which any
// program can draw. Without a timeline nothing is written down.
//
// # Will my program go on compiling?
//
// From version 1 on, a program that compiles against heap, stealq, overflow or mark goes
// on compiling until version 2, and flags, exit statuses and fields of JSON reports are
// only added; before version 1 anything may change, and docs/CHANGELOG.md says what did.
//
// # How it works
//
// It is the mark phase of a parallel garbage collector, after Flood, Detlefs, Shavit
// and Zhang, "Parallel Garbage Collection for Shared Memory Multiprocessors" (JVM
// 2001). Workers mark, and let others have what they do not need. Worker 0 runs
// on the caller's goroutine. The others sleep until the first one has something to
// give away. A small heap is marked by one worker, at the cost of one. The comment of
// package mark/internal/engine goes on from here.
//
// # Why should I trust it?
//
// Every complete mark ends with a check of conservation laws: what was
// pushed was popped, and what was marked was scanned, once. A mark that breaks one of
// them returns an error. Damaged heaps and faults of mapped files end all workers,
// too, and come back as errors.
package mark
