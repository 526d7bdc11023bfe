// Package walk finds what is reachable in a graph that is only known while it is walked: files, pages, the
// objects behind a network interface.
//
// Call [Reach] with the roots and a function that yields the successors of a node:
//
//	links := func(ctx context.Context, page string, yield func(string) bool) error {
//		found, err := fetch(ctx, page)
//		for _, link := range found {
//			if !yield(link) {
//				break
//			}
//		}
//		return err
//	}
//	reached, err := walk.Reach(ctx, []string{"index.html"}, links, walk.Options{})
//	fmt.Println(reached.Has("about.html"), reached.Count())
//
// The nodes are keys of any comparable type. The function may wait for a disk or a network: up to 64 calls
// run at once, however many processors there are.
//
// If all nodes have numbers from the beginning, [mark.Graph] is faster.
package walk
