package mark_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing/fstest"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// A context that is cancelled ends the mark. The error wraps the cause, and the result holds
// what has been reached so far.
func ExampleGraph_cancelled() {
	errEnough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	endless := mark.Func{Nodes: mark.MaxNodes / 1024, Successors: func(buf []uint32, node uint32) []uint32 {
		if node == 3 {
			cancel(errEnough)
		}
		return append(buf, node+1)
	}}
	reached, err := mark.Graph(ctx, endless, []uint32{0}, mark.Options{Workers: 1})
	fmt.Println(err)
	fmt.Println(errors.Is(err, errEnough), reached.Has(3), reached.Has(1_000_000))
	// Output:
	// mark: stopped before it was complete: enough
	// true true false
}

// A graph that panics does not end the program. The mark returns a PanicError, which says at
// which node it was, and wraps the value if that is an error.
func ExamplePanicError() {
	entries := map[uint32][]uint32{0: {1, 2}}
	g := mark.Func{Nodes: 3, Successors: func(buf []uint32, node uint32) []uint32 {
		if entries[node] == nil {
			panic(fmt.Errorf("node %d has no entry", node))
		}
		return append(buf, entries[node]...)
	}}
	_, err := mark.Graph(context.Background(), g, []uint32{2}, mark.Options{})
	var panicked *mark.PanicError
	if errors.As(err, &panicked) {
		fmt.Println("node", panicked.Node, "stack kept:", len(panicked.Stack) > 0)
	}
	fmt.Println(err)
	// Output:
	// node 2 stack kept: true
	// mark: AppendSuccessors of node 2 panicked: node 2 has no entry
}

// The entries of a graph lie in files, and one of them is missing. The first error ends the mark. It
// comes back with the node, and the result holds what was reached before.
func ExampleTryFunc() {
	names := []string{"a", "b", "c"}
	files := fstest.MapFS{"a": {Data: []byte{1, 2}}, "b": {Data: []byte{0}}} // each byte is a successor
	g := mark.TryFunc{Nodes: len(names), Successors: func(buf []uint32, node uint32) ([]uint32, error) {
		content, err := fs.ReadFile(files, names[node])
		for _, to := range content {
			buf = append(buf, uint32(to))
		}
		return buf, err
	}}
	reached, err := mark.Graph(context.Background(), g, []uint32{0}, mark.Options{})
	fmt.Println(err)
	var failed *mark.NodeError
	fmt.Println(errors.As(err, &failed), failed.Node, errors.Is(err, fs.ErrNotExist), reached.Has(1))
	// Output:
	// mark: successors of node 2: open c: file does not exist
	// true 2 true true
}

// An option that cannot be used is an OptionError. It names the option, and says what could
// be used. Validate tells it before anything is marked.
func ExampleOptionError() {
	for _, options := range []mark.Options{
		{Workers: 5000},
		{Capacity: 1000},
		{Tuning: tune.Tuning{Idle: 9}},
		{Workers: 8, Grain: 256},
	} {
		err := options.Validate()
		var wrong *mark.OptionError
		if errors.As(err, &wrong) {
			fmt.Println(wrong.Option, "--", wrong.Problem)
			continue
		}
		fmt.Println("valid:", err == nil)
	}
	// Output:
	// Workers -- 5000 is out of range: 1 to 1024 are allowed
	// Capacity -- 1000 is not a power of two: 2 to 65536 are allowed
	// Tuning.Idle -- no policy 9: it must be park, spin, yield or backoff
	// valid: true
}

// Nil arguments are errors that say what is missing.
func ExampleGraph_nil() {
	_, err := mark.Graph(context.Background(), nil, nil, mark.Options{})
	fmt.Println(err)
	_, err = mark.Graph(context.Background(), mark.Func{Nodes: 3}, []uint32{0}, mark.Options{})
	fmt.Println(err)
	// Output:
	// mark: the graph is nil: give a Func, an Adjacency or your own Digraph
	// mark: the Func has no Successors
}
