package overflow_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/overflow"
)

// twin is what a Pool and a List should do, written with slices.
type twin struct {
	t     *testing.T
	pool  *overflow.Pool
	list  *overflow.List
	held  []overflow.Block // by the test, oldest first
	lifo  []overflow.Block // in the list
	refs  map[overflow.Block][]uint32
	free  int
	stamp uint32
	dry   int // Gets refused
}

func newTwin(t *testing.T, blocks, grain int) *twin {
	p := overflow.NewPool(blocks, grain)
	return &twin{t: t, pool: p, list: overflow.NewList(p), refs: map[overflow.Block][]uint32{}, free: blocks}
}

func (m *twin) get() {
	b, ok := m.pool.Get()
	if ok != (m.free > 0) || ok != (b != 0) {
		m.t.Fatalf("Get returns %d, %v with %d free", b, ok, m.free)
	}
	if !ok {
		m.dry++
		return
	}
	if _, twice := m.refs[b]; twice || len(m.pool.Refs(b)) > 0 {
		m.t.Fatalf("block %d from Get has an owner already (%v), or is not empty: %v", b, twice, m.pool.Refs(b))
	}
	m.stamp++
	m.refs[b] = make([]uint32, int(m.stamp)%(m.pool.Grain()+1))
	for i := range m.refs[b] {
		m.refs[b][i] = m.stamp*1000 + uint32(i)
	}
	m.pool.Fill(b, m.refs[b])
	m.held, m.free = append(m.held, b), m.free-1
}

func (m *twin) put(i int) {
	m.pool.Put(m.held[i])
	delete(m.refs, m.held[i])
	m.held, m.free = append(m.held[:i:i], m.held[i+1:]...), m.free+1
}

func (m *twin) push(i int) {
	m.list.Push(m.held[i])
	m.lifo = append(m.lifo, m.held[i])
	m.held = append(m.held[:i:i], m.held[i+1:]...)
}

func (m *twin) pop() {
	b, ok := m.list.Pop()
	if ok != (len(m.lifo) > 0) || ok != (b != 0) {
		m.t.Fatalf("Pop returns %d, %v with %d in the list", b, ok, len(m.lifo))
	}
	if !ok {
		return
	}
	last := len(m.lifo) - 1
	if m.lifo[last] != b {
		m.t.Fatalf("Pop returns %d of %v: last in, first out", b, m.lifo)
	}
	m.lifo, m.held = m.lifo[:last], append(m.held, b)
}

func (m *twin) check() {
	if n, empty := m.pool.Free(), m.list.Empty(); n != m.free || empty != (len(m.lifo) == 0) {
		m.t.Fatalf("%d are free, want %d; the list is empty: %v, with %d in it", n, m.free, empty, len(m.lifo))
	}
	for _, b := range m.held {
		if !slices.Equal(m.refs[b], m.pool.Refs(b)) {
			m.t.Fatalf("block %d has %v, want %v", b, m.pool.Refs(b), m.refs[b])
		}
	}
}

// step runs one of five operations, or none if it has no operand.
func (m *twin) step(op int) {
	switch {
	case op == 0:
		m.get()
	case op == 1:
		m.pop()
	case len(m.held) == 0:
	case op == 2:
		m.put(0)
	case op == 3:
		m.put(len(m.held) - 1)
	case op == 4:
		m.push(len(m.held) - 1)
	}
}

// TestEverySequence runs every sequence of six operations (four if -short) on
// every small pool.
func TestEverySequence(t *testing.T) {
	ops, length := 5, rounds(4, 6)
	dry := 0
	for blocks := 0; blocks <= 3; blocks++ {
		for _, grain := range []int{1, 2, 64} {
			for code := range int(math.Pow(float64(ops), float64(length))) {
				m := newTwin(t, blocks, grain)
				for c, i := code, 0; i < length; c, i = c/ops, i+1 {
					m.step(c % ops)
				}
				m.check()
				dry += m.dry
			}
		}
	}
	require.Positive(t, dry, "no sequence exhausted its pool")
}

func TestPoolRunsDryAndRecovers(t *testing.T) {
	for _, blocks := range []int{0, 1, 2, 3, 100} {
		p := overflow.NewPool(blocks, 3)
		for range 3 {
			var all []overflow.Block
			for b, ok := p.Get(); ok; b, ok = p.Get() {
				all = append(all, b)
			}
			require.Len(t, all, blocks)
			require.Zero(t, p.Free())
			for i, b := range all {
				p.Put(b)
				require.Equal(t, i+1, p.Free())
			}
		}
	}
}

func TestResetFreesEverything(t *testing.T) {
	for _, listFirst := range []bool{true, false} {
		p := overflow.NewPool(5, 2)
		l := overflow.NewList(p)
		for range 3 {
			held, ok := p.Get()
			require.True(t, ok)
			p.Fill(held, []uint32{9})
			require.Equal(t, 5, l.Publish([]uint32{1, 2, 3, 4, 5}))
			require.Equal(t, 1, p.Free())
			if listFirst {
				l.Reset()
				p.Reset()
			} else {
				p.Reset()
				l.Reset()
			}
			require.Equal(t, 5, p.Free())
			require.True(t, l.Empty())
			require.Panics(t, func() { p.Refs(held) }, "nobody holds it any more")
		}
	}
}

// TestFreeIsBounded: a count whose chain is pushed and popped under it ends, and
// says no more than there are.
func TestFreeIsBounded(t *testing.T) {
	for _, blocks := range []int{1, 2, 100} {
		p := overflow.NewPool(blocks, 1)
		overflow.LoopFree(p)
		require.Equal(t, blocks, p.Free())
	}
}

func TestPoolMisuse(t *testing.T) {
	p := overflow.NewPool(2, 2)
	l := overflow.NewList(p)
	b, _ := p.Get()
	freed, _ := p.Get()
	p.Put(freed)
	const most = math.MaxInt/4 - 16 // rounded up to whole lines, still a slice's length in bytes
	require.Equal(t, most, overflow.NewPool(0, most).Grain())
	for _, c := range []struct {
		want string
		do   func()
	}{
		{"overflow: NewPool: -1 blocks, want 0 to 2147483646", func() { overflow.NewPool(-1, 1) }},
		{"overflow: NewPool: grain 0", func() { overflow.NewPool(1, 0) }},
		{"overflow: NewPool: grain -3", func() { overflow.NewPool(0, -3) }},
		{fmt.Sprintf("overflow: NewPool: grain %d, want 1 to %d", most+1, most), func() { overflow.NewPool(0, most+1) }},
		{"exceed the address space", func() { overflow.NewPool(1<<31-2, math.MaxInt/8) }},
		{"overflow: Fill: 3 references, the grain is 2", func() { p.Fill(b, make([]uint32, 3)) }},
		{"overflow: Put: block 0, want 1 to 2", func() { p.Put(0) }},
		{"overflow: Put: block 3, want 1 to 2", func() { p.Put(3) }},
		{"overflow: Put: block 4294967295", func() { p.Put(math.MaxUint32) }},
		{"overflow: Put: block 2 is free or in a list", func() { p.Put(freed) }},
		{"overflow: Refs: block 2 is free", func() { p.Refs(freed) }},
		{"overflow: Fill: block 2 is free", func() { p.Fill(freed, nil) }},
		{"overflow: Push: block 2 is free", func() { l.Push(freed) }},
		{"overflow: Take: buffer of 1 references, the grain is 2", func() { l.Take(make([]uint32, 1)) }},
	} {
		require.Contains(t, panicText(c.do), c.want)
	}
	l.Push(b)
	require.Contains(t, panicText(func() { l.Push(b) }), "block 1 is free or in a list")
	require.Contains(t, panicText(func() { p.Put(b) }), "block 1 is free or in a list")
}

func panicText(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}
