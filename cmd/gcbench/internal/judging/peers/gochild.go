package peers

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"time"
)

// place points to the first field of a Go object, which has no size: its
// address is the object's. Objects of all types can therefore refer to one
// another without unsafe.
type place = *struct{}

// GoChild is the process of the Go runtime's collector: it builds the heap of
// the graph file at path as Go objects and then collects once for each line of
// in. It never returns before in ends, except for an error.
func GoChild(path string, in io.Reader, out io.Writer) error {
	debug.SetGCPercent(-1) // only on request
	roots, reached, err := buildGo(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "ready %d %s\n", reached, runtime.Version())
	requests := bufio.NewScanner(in)
	for requests.Scan() {
		ns, err := collectGo()
		if err != nil {
			return err
		}
		fmt.Fprintln(out, ns)
	}
	runtime.KeepAlive(roots)
	return requests.Err()
}

// collectGo collects and returns how long the mark phase took: from the call
// to the end of mark termination, less the two pauses of the world around the
// phase. Nothing else happens before marking, since the last collection has
// been swept; the sweep that follows is after the end.
func collectGo() (int64, error) {
	began := time.Now()
	runtime.GC()
	var s debug.GCStats
	debug.ReadGCStats(&s)
	ns := s.LastGC.UnixNano() - began.UnixNano() - s.Pause[0].Nanoseconds()
	if ns <= 0 {
		return 0, errors.New("the clock was set back during a collection")
	}
	return ns, nil
}

// buildGo builds the objects, in order of address, and returns the roots and
// how many objects a traversal reaches from them.
func buildGo(path string) (roots []place, reached uint64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	g := newGraphReader(f)
	objects := make([]place, g.objects)
	refs := make([][]place, g.objects)
	types := goTypes{}
	for i := range objects {
		objects[i], refs[i] = types.alloc(g.next(), g.next())
	}
	for i := range refs {
		for k := range refs[i] {
			if to := g.next(); to != noTarget {
				refs[i][k] = objects[to]
			}
		}
	}
	roots = make([]place, g.roots)
	for i := range roots {
		roots[i] = objects[g.next()]
	}
	if g.err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, g.err)
	}
	return roots, traverse(objects, refs, roots), nil
}

// goTypes are the types of objects, by references and words of payload.
type goTypes map[[2]uint32]reflect.Type

// alloc allocates an object as a Go program would have declared it: a struct of
// so many pointers and so many words without pointers. An object without
// references is one that the collector need not scan.
func (t goTypes) alloc(refs, words uint32) (place, []place) {
	key := [2]uint32{refs, words}
	typ, ok := t[key]
	if !ok {
		typ = goType(refs, words)
		t[key] = typ
	}
	object := reflect.New(typ).Elem()
	at := object.Field(0).Addr().Interface().(place)
	if refs == 0 {
		return at, nil
	}
	return at, object.Field(1).Slice(0, int(refs)).Interface().([]place)
}

func goType(refs, words uint32) reflect.Type {
	fields := []reflect.StructField{{Name: "Place", Type: reflect.TypeFor[struct{}]()}}
	if refs > 0 {
		fields = append(fields, reflect.StructField{Name: "Refs", Type: reflect.ArrayOf(int(refs), reflect.TypeFor[place]())})
	} else {
		// The runtime packs smaller objects without pointers into one block,
		// and would mark them as one.
		words = max(words, 2)
	}
	if words > 0 {
		fields = append(fields, reflect.StructField{Name: "Payload", Type: reflect.ArrayOf(int(words), reflect.TypeFor[uint64]())})
	}
	return reflect.StructOf(fields)
}

// traverse counts what can be reached from the roots.
func traverse(objects []place, refs [][]place, roots []place) uint64 {
	index := make(map[place]uint32, len(objects))
	for i, object := range objects {
		index[object] = uint32(i)
	}
	seen := make([]bool, len(objects))
	var stack []uint32
	count := uint64(0)
	visit := func(targets []place) {
		for _, to := range targets {
			if i, ok := index[to]; ok && !seen[i] {
				seen[i] = true
				count++
				stack = append(stack, i)
			}
		}
	}
	for visit(roots); len(stack) > 0; {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		visit(refs[i])
	}
	return count
}
