// Gitorphans lists the objects of a git repository that no ref reaches: what "git gc" may
// delete one day.
//
//	go run ./mark/examples/gitorphans -C FOLDER                  a line for each such object
//	go run ./mark/examples/gitorphans -C FOLDER -why HASH        why is this object kept?
//	go run ./mark/examples/gitorphans -C FOLDER -edges           the graph, as lines of two names
//
// It starts from the refs, from HEAD of each worktree, and from the entries of the index. It
// does not start from reflogs. "git fsck --unreachable --no-reflogs" does much the same. It also
// keeps the trees that the index remembers.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

func main() {
	folder := flag.String("C", ".", "a folder of the repository")
	why := flag.String("why", "", "say why the object with this hash is kept")
	edges := flag.Bool("edges", false, "print the graph: for each reference a line FROM TO")
	flag.Parse()
	r := &repository{folder: *folder}
	err := r.read(context.Background())
	out := bufio.NewWriter(os.Stdout)
	switch {
	case err != nil:
	case *edges:
		r.print(out)
	case *why != "":
		err = r.explain(context.Background(), out, *why)
	default:
		err = r.orphans(context.Background(), out)
	}
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gitorphans:", err)
		os.Exit(1)
	}
}

// graph returns the repository as arrays. The nodes are what r.names has numbered.
func (r *repository) graph() (*mark.Adjacency, error) {
	return mark.AdjacencyFromEdges(r.names.Len(), func(yield func(from, to uint32) bool) {
		for _, e := range r.edges {
			if !yield(e[0], e[1]) {
				return
			}
		}
	})
}

// orphans prints each object that is not reachable, and how many there are.
func (r *repository) orphans(ctx context.Context, out *bufio.Writer) error {
	g, err := r.graph()
	if err != nil {
		return err
	}
	reached, err := mark.Graph(ctx, g, r.roots, mark.Options{})
	if err != nil {
		return err
	}
	count, bytes := 0, int64(0)
	for number := range reached.Unreached() { // never a root, so it has an entry in r.objects
		o := r.objects[number]
		fmt.Fprintln(out, r.names.Key(number), o.kind, o.bytes)
		count++
		bytes += o.bytes
	}
	fmt.Fprintf(out, "%d of %d objects are not reachable; they have %d bytes\n", count, len(r.objects), bytes)
	return nil
}

// explain prints a shortest path from a ref to the object.
func (r *repository) explain(ctx context.Context, out *bufio.Writer, hash string) error {
	number, known := r.names.Number(hash)
	if !known {
		return fmt.Errorf("-why %s: it must be the whole hash of an object of the repository", hash)
	}
	g, err := r.graph()
	if err != nil {
		return err
	}
	path, err := reach.Path(ctx, g, r.roots, number, mark.Options{})
	if err != nil {
		return err
	}
	if path == nil {
		fmt.Fprintln(out, hash, "is not reachable")
	}
	for _, number := range path {
		fmt.Fprintln(out, r.names.Key(number), r.kind(number))
	}
	return nil
}

// print writes the graph, and begins with the roots.
func (r *repository) print(out *bufio.Writer) {
	for _, root := range r.roots {
		fmt.Fprintln(out, "roots", r.names.Key(root))
	}
	for _, e := range r.edges {
		fmt.Fprintln(out, r.names.Key(e[0]), r.names.Key(e[1]))
	}
}
