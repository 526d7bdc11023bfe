// Package walk finds what is reachable in a graph that is only known while it is walked: files,
// pages, the objects behind an interface of a network.
//
//	reached, err := walk.Reach(ctx, roots, successors, walk.Options{})
//	fmt.Println(reached.Has("main.go"), reached.Count())
//
// Its nodes are keys of any comparable type: names of files, addresses of pages. [Reach] numbers
// them as it finds them. It is for functions that wait for a disk or a network. It makes up to 64
// calls at once, however many processors there are, and an error of a call ends the walk.
//
// Where all nodes have numbers from the beginning, [mark.Graph] is faster.
package walk
