// Package v8 reads heap snapshots: files *.heapsnapshot, as Node, Deno, Bun, Chromium and the
// browsers built on it write them. The format is that of V8, but other programs write it, too:
// Julia, and converters from other formats. [Read] reads a snapshot.
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
// The fields of a node differ between versions, so they are found by their names and never by
// their places. The first edges belong to node 0, as many as its edge_count says, the next ones
// to node 1, and so on. Node 0 is the root. Its edges lead to synthetic nodes such as
// "(GC roots)", and these to "(Stack roots)" and "(Handle scope)", which stand for the roots of
// the program. All of these are roots of the heap, so a path says at which of them it begins.
//
// # Which edges are followed
//
// A snapshot says of which type each edge is. All are followed but weak ones, and shortcuts. A
// shortcut of the root leads to a global object, and is followed. Other shortcuts repeat a path
// through hidden objects, and are never followed. Hidden edges are followed: without them, one
// object in ten of a small program seems to be garbage in Node 20, and one in four in Node 24.
// These are the rules of the developer tools of Chromium, for what an object retains. So edges of
// types that no rule names are followed, and of types to which the file itself gives no name.
//
// The value of a WeakMap has two edges, one from its key and one from the table. Both are
// followed, because the names that say so come after the edges. A value is reached whose key is
// not, if the table is reached. The developer tools drop the edge from the table. In six
// snapshots of Node, Deno, Bun and Chromium they reach the same objects.
//
// # What a snapshot does not hold
//
// Numbers and strings of objects are not in a snapshot as the contents of nodes. But a string's
// node has its text as its name, and property names are there, so a snapshot is full of secrets.
// Of all texts, Read keeps the names of classes: those of nodes of the types object, native and
// synthetic, up to 1 KiB each. It cuts them where they say more. The attributes of a tag are left
// out ("<div>"), and so are the address of a page ("Window") and the number of a scope. For other
// nodes the type is the class. Halfmark therefore cannot say through which property a path leads.
//
// # What goes wrong in real files
//
//   - Some objects cannot be reached although V8 has collected before: a few codes and strings, 8
//     of 57,188 in Node 24. They are in the heap, and no mark finds them.
//   - Early versions of Julia left out most roots, so little is reached. The Dump has a note.
//   - Early versions of V8 write nodes of a type that their node_types do not name (symbols). Such
//     types are read as unknown, up to type 1,023. The Dump has a note that counts them.
//   - Node 24 lists more node_types than node_fields. Only the list of the field "type" counts.
//   - Chromium and Deno write further keys before "strings". Keys that are not needed are skipped.
//   - A snapshot may hold half a surrogate pair in a string, which is no correct text. Strings
//     are skipped and not decoded, and in the name of a class it becomes a question mark.
//   - Snapshots over 512 MB break programs that read the whole text into one JavaScript string.
//     Read holds 64 KB of the text.
//   - A file can be read in one pass only if "snapshot" comes before "nodes", and "nodes" before
//     "edges" and "strings". All known programs write this order. Read says so if it finds
//     another one.
package v8
