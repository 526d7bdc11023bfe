package source

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// form is a graph as a source. ref says which number a node has there.
type form struct {
	name string
	Source
	ref []uint32
}

// forms returns a graph in each form. As a heap, nodes lie one behind the other, from granule 1 on.
func forms(graph [][]int) []form {
	ref, granules := make([]uint32, len(graph)), uint32(1)
	for i, to := range graph {
		ref[i] = granules
		granules += 1 + uint32(len(to)*kernel.RefBytes+heap.GranuleBytes-1)/heap.GranuleBytes
	}
	arena := make([]byte, granules*heap.GranuleBytes)
	narrow, wide, same := kernel.Rows{Narrow: []uint32{0}}, kernel.Rows{Wide: []uint64{0}}, []uint32(nil)
	for i, successors := range graph {
		at := arena[ref[i]*heap.GranuleBytes:]
		binary.LittleEndian.PutUint32(at, uint32(len(successors)))
		for k, to := range successors {
			binary.LittleEndian.PutUint32(at[heap.GranuleBytes+k*kernel.RefBytes:], ref[to])
			narrow.Targets = append(narrow.Targets, uint32(to))
		}
		narrow.Narrow = append(narrow.Narrow, uint32(len(narrow.Targets)))
		wide.Wide = append(wide.Wide, uint64(len(narrow.Targets)))
		same = append(same, uint32(i))
	}
	wide.Targets = narrow.Targets
	a := Arena{Heap: chain.Heap{Arena: arena}, Granules: uint64(granules)}
	return []form{{"arena", &a, ref}, {"narrow rows", Rows{&narrow}, same}, {"wide rows", Rows{&wide}, same}}
}

// numbers returns the numbers that nodes have in a form.
func (f form) numbers(nodes []int) []uint32 {
	out := make([]uint32, len(nodes))
	for i, node := range nodes {
		out[i] = f.ref[node]
	}
	return out
}

// follow is [Source.Follow] on sets.
func follow(graph [][]int, marked map[int]bool, node int) (scanned int, stack []int) {
	for stack = []int{node}; scanned < policy.BatchObjects && len(stack) == 1 && len(graph[stack[0]]) <= kernel.SmallRefs; scanned++ {
		from := stack[0]
		stack = nil
		for _, to := range graph[from] {
			if !marked[to] {
				marked[to] = true
				stack = append(stack, to)
			}
		}
	}
	return scanned, stack
}

// requireFollow compares Follow with follow, for a graph in each form.
func requireFollow(t *testing.T, graph [][]int, white func(node int) bool) {
	t.Helper()
	for _, f := range forms(graph) {
		words, marked := make([]kernel.Word, f.ref[len(graph)-1]/64+1), map[int]bool{}
		for node, ref := range f.ref {
			if marked[node] = !white(node); marked[node] {
				words[ref/64].Store(words[ref/64].Load() | 1<<(ref%64))
			}
		}
		stack := make([]uint32, kernel.SmallRefs)
		stack[0] = f.ref[0]
		scanned, found, beyond := f.Follow(kernel.PlainWords(words), stack, policy.BatchObjects)
		wantScanned, want := follow(graph, marked, 0)
		require.Equal(t, wantScanned, scanned, "%s: %v", f.name, graph)
		require.False(t, beyond.Found)
		if scanned > 0 {
			require.Equal(t, f.numbers(want), stack[:found], "%s: %v", f.name, graph)
		}
		for node, ref := range f.ref {
			require.Equal(t, marked[node], words[ref/64].Load()>>(ref%64)&1 == 1, "%s: node %d of %v", f.name, node, graph)
		}
	}
}

// Follow scans what it should and leaves the rest on the stack: in all graphs of three nodes with all sets of
// marked ones, and in lists that end with a node of any size.
func TestFollow(t *testing.T) {
	for edges := range 1 << 9 {
		graph := make([][]int, 3)
		for e := range 9 {
			if edges>>e&1 == 1 {
				graph[e/3] = append(graph[e/3], e%3)
			}
		}
		for white := range 8 {
			requireFollow(t, graph, func(node int) bool { return white>>node&1 == 1 })
		}
	}
	for _, length := range []int{1, 2, policy.BatchObjects - 1, policy.BatchObjects, policy.BatchObjects + 1} {
		for _, degree := range []int{0, kernel.SmallRefs, kernel.SmallRefs + 1} {
			graph := make([][]int, length+degree)
			for i := range length - 1 {
				graph[i] = []int{i + 1}
			}
			for i := range degree {
				graph[length-1] = append(graph[length-1], length+i)
			}
			requireFollow(t, graph, func(node int) bool { return node > 0 })
		}
	}
}

// Follow stops at the first successor behind the bitmap. Before it the list has been followed.
func TestFollowBeyondTheBitmap(t *testing.T) {
	for _, f := range forms([][]int{{1}, {2}, {}}) {
		for _, bits := range []uint32{0, 64} {
			to := bits
			switch s := f.Source.(type) {
			case *Arena:
				binary.LittleEndian.PutUint32(s.Arena[(f.ref[1]+1)*heap.GranuleBytes:], to)
			case Rows:
				s.Targets[1] = to
			}
			stack := make([]uint32, kernel.SmallRefs)
			stack[0] = f.ref[1]
			if bits > 0 {
				stack[0] = f.ref[0]
			}
			scanned, _, beyond := f.Follow(kernel.PlainWords(make([]kernel.Word, bits/64)), stack, policy.BatchObjects)
			require.Equal(t, Beyond{to, true}, beyond, f.name)
			require.Equal(t, map[uint32]int{0: 1, 64: 2}[bits], scanned, f.name)
		}
	}
}

// Pieces of any size from any number on are the successors of a node, and Degree says how many those are.
func TestPieces(t *testing.T) {
	graph := [][]int{{}, {0}, {2, 1, 0, 2, 1}, {3, 3}}
	for _, f := range forms(graph) {
		for node, successors := range graph {
			degree, err := f.Degree(f.ref[node])
			require.NoError(t, err)
			require.EqualValues(t, len(successors), degree)
			for room := range 7 {
				for first := range 8 {
					out := make([]uint32, room)
					n, err := f.Piece(out, f.ref[node], uint32(first))
					require.NoError(t, err)
					from := min(first, len(successors))
					want := successors[from:min(from+room, len(successors))]
					require.Equal(t, f.numbers(want), out[:n], "%s: node %d, %d from %d on", f.name, node, room, first)
				}
			}
		}
	}
}

// An object that cannot be read gives an error that says where, and Collect and Follow leave it to Degree
// and Piece.
func TestDamage(t *testing.T) {
	arena := make([]byte, 4*heap.GranuleBytes)
	binary.LittleEndian.PutUint32(arena[heap.GranuleBytes:], 1<<30)
	a := Arena{Heap: chain.Heap{Arena: arena}, Granules: 4}
	narrow := Rows{&kernel.Rows{Narrow: []uint32{0, 3, 2, 9, 9}, Targets: make([]uint32, 8)}}
	wide := Rows{&kernel.Rows{Wide: []uint64{0, 3, 2, 1 << 40, 9}, Targets: make([]uint32, 8)}}
	for _, c := range []struct {
		Source
		bad  []uint32
		want string
	}{
		{&a, []uint32{1, 4, 1<<32 - 1}, "the arena is damaged: no object can be at granule %d, "},
		{narrow, []uint32{1, 2, 3, 4, 1<<32 - 1}, "node %d has wrong offsets: "},
		{wide, []uint32{1, 2, 3, 4, 1<<32 - 1}, "node %d has wrong offsets: "},
	} {
		for _, node := range c.bad {
			_, err := c.Degree(node)
			require.ErrorContains(t, err, fmt.Sprintf(c.want, node))
			n, err := c.Piece(make([]uint32, 8), node, 0)
			require.ErrorContains(t, err, fmt.Sprintf(c.want, node))
			require.Zero(t, n)
			_, taken := c.Collect([]uint32{node}, make([]uint32, kernel.SmallRefs))
			require.Zero(t, taken)
			scanned, _, beyond := c.Follow(nil, []uint32{node}, policy.BatchObjects)
			require.Zero(t, scanned)
			require.False(t, beyond.Found)
		}
	}
}

// Cursors read memory, and not a file. A worker that waits for a file does not compute. Node 0 is a
// node of a graph, and nil in a heap. Each form is as large as its arrays.
func TestWhatMarkersAndCursorsMayDo(t *testing.T) {
	memory := Arena{Heap: chain.Heap{Arena: make([]byte, 100)}, MeanRefs: 7. / 3}
	mapped := memory
	mapped.Mapped = true
	require.NotNil(t, memory.Cursors())
	require.Nil(t, mapped.Cursors())
	require.True(t, memory.Pace().Computes)
	require.True(t, mapped.Pace().Computes)
	mapped.OnDisk = true
	require.False(t, mapped.Pace().Computes)
	require.False(t, memory.Pace().ZeroIsNode)
	require.EqualValues(t, 100, memory.Pace().Memory)
	rows := forms([][]int{{1}, {}})[1:]
	for i, bytes := range []uint64{3*4 + 4, 3*8 + 4} {
		require.NotNil(t, rows[i].Cursors())
		require.True(t, rows[i].Pace().ZeroIsNode)
		require.Equal(t, bytes, rows[i].Pace().Memory)
	}
}
