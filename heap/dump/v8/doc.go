// Package v8 reads heap snapshots: files *.heapsnapshot, as Node, Deno, Bun, Chromium and the
// browsers built on it write them. Julia and converters from other formats write them, too.
//
// Call [Read]:
//
//	d, err := v8.Read(file, sink.Options{})
//	live, err := heap.Reachable(d.Heap)
//	for ref, bytes := range d.Objects() {
//		fmt.Println(d.Text(ref), d.Class(ref), bytes, live.Has(ref))
//	}
//
// # The format
//
// A snapshot is one JSON object. Almost all of it are three arrays:
//
//	{"snapshot": {"meta": {"node_fields": ["type","name","id","self_size","edge_count", …],
//	                       "node_types": [["hidden","array","string","object", …], …],
//	                       "edge_fields": ["type","name_or_index","to_node"],
//	                       "edge_types": [["context","element","property", …], …]},
//	              "node_count": 2, "edge_count": 1},
//	 "nodes":   [9,1,1,0,1,0,  3,2,3,16,0,0],     six numbers for each of two nodes
//	 "edges":   [1,1,6],                          from node 0 to place 6 of "nodes", which is node 1
//	 "strings": ["", "(root)", "Order"]}          node 1 is an object that Order made
//
// The first edges belong to node 0, as many as its edge_count says, the next ones to node 1,
// and so on. Node 0 is the root. Its edges lead to synthetic nodes such as "(GC roots)", and
// these to "(Stack roots)" and "(Handle scope)". All of these are roots of the heap, so a
// path says at which of them it begins.
//
// Read needs one pass, so "snapshot" must come before "nodes", and "nodes" before "edges" and
// "strings". All known programs write this order.
//
// # Which edges are followed
//
// The rules are those of Chromium's developer tools for what an object retains:
//
//	weak edges               if Options.Weak says so
//	shortcuts of the root    yes: they lead to global objects
//	other shortcuts          never: they repeat a path through hidden objects
//	all others               yes, also hidden ones and those of unknown types
//
// The value of a WeakMap has an edge from its key and one from the table. Here both are followed,
// so a value is reached without its key if the table is reached. The developer tools drop the
// edge from the table.
//
// # What a snapshot does not hold
//
// Numbers are not in a snapshot. Texts are, so it is full of secrets. Of all texts, Read
// keeps the names of classes: those of nodes of the types object, native and synthetic, up to
// 1 KiB each. It leaves out attributes of a tag ("<div>"), the address of a page ("Window")
// and the number of a scope. For other nodes the type is the class. A path cannot say through
// which property it leads, because names of properties are not kept.
//
// # Notes about real files
//
//   - V8 leaves some objects that cannot be reached, though it has collected before: codes
//     and strings, 8 of 57,188 in Node 24.
//   - Early versions of Julia left out most roots, so little is reached. The Dump has a note.
//   - Early versions of V8 write nodes of types that the file does not name (symbols), up to
//     type 1,023. The Dump has a note that counts them.
//   - Half a surrogate pair in the name of a class becomes a question mark.
package v8
