package mark

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/crew"
	"github.com/seed-3ccf4018/halfmark/mark/internal/forward"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ledger"
	"github.com/seed-3ccf4018/halfmark/mark/internal/plan"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/probe"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
	"github.com/seed-3ccf4018/halfmark/mark/internal/thin"
	"github.com/seed-3ccf4018/halfmark/mark/internal/work"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// ErrClosed is the error of a mark by a [Marker] that has been closed.
var ErrClosed = errors.New("mark: the Marker is closed")

// ErrInUse is the error of a mark while the same [Marker] serves another goroutine.
// Close has no error to return: it panics instead.
var ErrInUse = errors.New("mark: the Marker is in use by another goroutine")

type chunk = ranges.Chunk

// Marker marks heaps and graphs, one after the other. It keeps its workers and its
// memory. So after the first mark of a given size the next ones allocate nothing,
// unless the deques are of a kind that Grows ([stealq.Kind]), or there is an Options.Progress,
// or the graph is a [heap.Graph], whose roots take 4 bytes each.
//
// Make a Marker with [New], and Close it when you are done: its workers are
// goroutines. One goroutine at a time may call its methods. A second one gets
// [ErrInUse].
type Marker struct {
	options Options
	shared  bool        // all deques are one queue, so there is nobody to rob
	foreign bool        // the deques are of no kind of package stealq
	plan    plan.Plan   // of this mark: see decide
	net     forward.Net // who owns which mark bits, and what is on its way to owners

	workers     []*worker
	deques      []stealq.Deque
	work.Shared // where workers find each other's refs, besides deques and ranges
	marks       heap.Bitmap
	extent      extent        // what marks is of
	before      uint64        // how many bits of marks were set before this mark
	objects     uint64        // the bits of marks, a multiple of 64
	ledger      ledger.Ledger // of the items in deques, if these are foreign

	table chain.Table // shortcuts that cursors have found
	hints chain.Hints // for speculators

	callGate policy.CallGate // of a graph that is a callback

	crew   crew.Crew
	ranges *ranges.Ranges

	arena         source.Arena
	memoryScanner memoryScanner
	mappedScanner mappedScanner
	graphScanner  graphScanner

	teller    *teller // of this mark; nil if nobody wants to be told
	tellEvery time.Duration

	context context.Context
	done    <-chan struct{} // context.Done(): nil if it cannot be cancelled

	failure struct {
		mutex
		err error
	}
	dirty  bool // the last mark was not completed
	closed bool
	inUse  flag
	ended  waitGroup // counts the goroutines of the workers
	result HeapResult
}

// New returns a Marker. Its workers are started, and wait. An error is an
// [*OptionError], or a [*DequeError] if the New of a Kind of your own panics. Any
// goroutine may call New.
//
// New allocates about as much as [Options.MarkerBytes] says. The bitmaps come with the first
// mark.
func New(options Options) (*Marker, error) {
	m, err := newMarker(options, math.MaxInt)
	if err != nil {
		return nil, err
	}
	for _, w := range m.workers {
		w.equip()
		touch(w.Refs)
	}
	for id := range m.workers[1:] {
		m.spawnWorker(id + 1)
	}
	m.crew.Drain()
	return m, nil
}

// newOnce returns a Marker for the marks of one call, of n ids. It makes as little as it can, because
// a small mark takes less time than a Marker. The other workers get goroutines and stacks when they are
// woken. Where none would be woken there are none, unless the user has said how many. n ids do not fill
// more than twice as many blocks as they need: while some are idle, blocks are given away half full.
func newOnce(options Options, n uint64, pace policy.Pace) (*Marker, error) {
	o := options.fitted(n)
	if d := o.WithDefaults(); o.Workers == 0 && plan.Alone(d.planned(), pace.With(d.Grain)) {
		o.Workers = 1
	}
	d := o.WithDefaults()
	m, err := newMarker(o, int(min(2*n, math.MaxInt32))/d.Grain+8*d.Workers)
	if err != nil {
		return nil, err
	}
	m.workers[0].equip()
	m.crew.Postpone(m.spawnWorker)
	return m, nil
}

// newMarker returns a Marker whose workers have neither goroutines nor stacks. Its deques have at most
// that many blocks to hold.
func newMarker(options Options, blocks int) (*Marker, error) {
	if err := options.Validate(); err != nil {
		return nil, err
	}
	o := options.WithDefaults()
	deques, err := makeDeques(o)
	if err != nil {
		return nil, err
	}
	m := &Marker{
		options: o, ranges: ranges.New(o.Workers),
		Shared: work.NewShared(o.Workers, o.Grain, o.Capacity, blocks, max(0, o.OverflowBlocks), o.overflowGrain()),
		net:    forward.Net{Timed: o.Timeline > 0}, deques: deques, shared: o.Deque.Shared, foreign: isForeign(o.Deque),
	}
	m.ranges.Reset()
	m.crew.Init(o.Workers, o.Tuning.Idle)
	m.tellEvery = progressEvery
	m.result.Stats.Workers = make([]WorkerStats, o.Workers)
	for id := range o.Workers {
		m.addWorker(id)
	}
	return m, nil
}

// spawnWorker starts the goroutine of a worker.
func (m *Marker) spawnWorker(id int) {
	m.ended.Add(1)
	spawn(m.workers[id].live)
}

// equip makes what a worker needs when it marks.
func (w *worker) equip() { w.Refs, w.buffers = make([]uint32, stackRefs), new(buffers) }

// addWorker makes a worker.
func (m *Marker) addWorker(id int) {
	t := m.options.Tuning
	choice := policy.Choice{Steal: t.Steal, Victim: t.Victim, Amount: t.Amount, Grain: m.options.Grain, Seed: t.Seed}
	w := &worker{
		m: m, id: id, Member: m.crew.Member(id),
		Thief: policy.NewThief(choice, id, m.deques),
		End:   forward.NewEnd(&m.net, id),
		Local: work.Local{Shared: &m.Shared},
	}
	w.Front = thin.NewFront(id, &m.table, &m.hints, &w.Local, w.wake)
	if n := m.options.Timeline; n > 0 {
		w.probe = probe.New(id, n, now, w)
		m.result.recorders = append(m.result.recorders, w.probe)
	}
	w.calls = chain.NewCalls(id, w.foresee)
	w.wanted = func() bool { return w.Wanted(w) }
	w.setClaimer()
	w.owns(m.deques[id])
	if m.foreign {
		w.wanted = w.wantedOrBroken
	}
	m.workers = append(m.workers, w)
}

// Close ends the workers. The last result stays valid. To close a Marker twice does
// no harm. To close it during a mark is a mistake of the caller: then Close panics.
func (m *Marker) Close() {
	if !m.inUse.CompareAndSwap(false, true) {
		panic("mark: Close of a Marker in use")
	}
	defer m.inUse.Store(false)
	if !m.closed {
		m.closed = true
		m.crew.Close()
		m.ended.Wait()
	}
}

// acquire makes the caller the only user.
func (m *Marker) acquire() error {
	if !m.inUse.CompareAndSwap(false, true) {
		return ErrInUse
	}
	if m.closed {
		m.inUse.Store(false)
		return ErrClosed
	}
	return nil
}

// release lets the next user in. It forgets everything that the last user gave. A
// Marker may live long after the heap or graph that it has marked.
func (m *Marker) release() {
	m.arena, m.memoryScanner, m.mappedScanner, m.graphScanner = source.Arena{}, memoryScanner{}, mappedScanner{}, graphScanner{}
	m.PutsOff = false
	for _, w := range m.workers {
		w.InOrder = work.InOrder{}
		w.Chains.Forget()
	}
	m.context, m.done, m.teller = nil, nil, nil
	m.failure.err = nil
	m.inUse.Store(false)
}

// touch writes to each page of memory. The operating system gives a page only at the
// first write to it. Without touch the first mark would pay for that.
func touch(memory []uint32) {
	for i := 0; i < len(memory); i += 1024 {
		memory[i] = 1
	}
}

// bytes returns the memory of the Marker in bytes, without its bitmaps. One of these is that
// of spilt references.
func (m *Marker) bytes() int64 {
	n := m.Blocks.Bytes() + m.Pool.Bytes() + m.table.Bytes() + m.net.Bytes()
	for _, w := range m.workers {
		if w.Refs != nil { // otherwise nobody has woken it
			n += workerBytes
		}
		n += int64(m.options.Capacity)*8 + int64(m.options.Timeline)*probe.EntryBytes + int64(cap(w.successors)+cap(w.foreseen))*4
	}
	return n
}
