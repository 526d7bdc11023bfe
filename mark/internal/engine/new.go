package engine

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/forward"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/probe"
	"github.com/seed-3ccf4018/halfmark/mark/internal/progress"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
	"github.com/seed-3ccf4018/halfmark/mark/internal/thin"
	"github.com/seed-3ccf4018/halfmark/mark/internal/work"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

// Init makes a Marker whose workers have neither goroutines nor stacks. The options are valid, and have their
// defaults. The deques have at most so many blocks to hold. Start or Postpone comes next.
func (m *Marker) Init(o Options, p Parts, blocks int) {
	m.Options, m.Parts, m.shared = o, p, o.Deque.Shared
	m.Shared = work.NewShared(o.Workers, o.Grain, o.Capacity, blocks, max(0, o.OverflowBlocks), o.OverflowGrain())
	m.net.Timed = o.Timeline > 0
	m.ranges = ranges.New(o.Workers)
	m.ranges.Reset()
	m.crew.Init(o.Workers, o.Tuning.Idle, p.Machine)
	m.tellEvery = progress.Every
	m.Stats.Workers = make([]stats.Worker, o.Workers)
	for id := range o.Workers {
		m.addWorker(id)
	}
}

// Start starts all workers, and returns when they wait.
func (m *Marker) Start() {
	m.Prefault()
	for _, w := range m.workers {
		w.equip()
		// The operating system gives a page only at the first write to it. The first mark would pay for that.
		for i := 0; i < len(w.Refs); i += 1024 {
			w.Refs[i] = 1
		}
	}
	for id := range m.workers[1:] {
		m.spawnWorker(id + 1)
	}
	m.crew.Drain()
}

// Postpone makes as little as a mark needs, because a small mark takes less time than a Start. The other workers
// get goroutines and stacks when they are woken.
func (m *Marker) Postpone() {
	m.workers[0].equip()
	m.crew.Postpone(m.spawnWorker)
}

// spawnWorker starts the goroutine of a worker.
func (m *Marker) spawnWorker(id int) {
	m.crew.Start(id, m.workers[id].live)
}

// Lone reports whether worker 0 is the only one that has ever marked. Then there is no other goroutine, and the Marker need not be closed.
// The caller is its only user.
func (m *Marker) Lone() bool {
	return !slices.ContainsFunc(m.workers[1:], func(w *worker) bool { return w.Refs != nil })
}

// equip makes what a worker needs when it marks.
func (w *worker) equip() { w.Refs, w.buffers = make([]uint32, policy.StackRefs), new(buffers) }

// addWorker makes a worker.
func (m *Marker) addWorker(id int) {
	t := m.Options.Tuning
	choice := policy.Choice{Steal: t.Steal, Victim: t.Victim, Amount: t.Amount, Grain: m.Options.Grain, Seed: t.Seed}
	w := &worker{
		m: m, id: id, Member: m.crew.Member(id),
		Thief: policy.NewThief(choice, id, m.Deques),
		End:   forward.NewEnd(&m.net, id),
		Local: work.Local{Shared: &m.Shared, Processor: m.Machine.Processor(id)},
	}
	w.Front = thin.NewFront(id, &m.table, &m.hints, &w.Local, w.wake, now)
	if n := m.Options.Timeline; n > 0 {
		w.probe = probe.New(id, n, m.crew.Tick(), m.crew.Now, w).Telling(m.Options.Turn)
		m.Recorders = append(m.Recorders, w.probe)
	}
	w.calls = chain.NewCalls(id, w.foresee)
	w.wanted = func() bool { return w.Wanted(w) }
	w.setClaimer()
	w.owns(m.Deques[id])
	if m.Foreign {
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
		m.crew.AwaitEnds()
	}
}

// Acquire makes the caller the only user.
func (m *Marker) Acquire() error {
	if !m.inUse.CompareAndSwap(false, true) {
		return ErrInUse
	}
	if m.closed {
		m.inUse.Store(false)
		return ErrClosed
	}
	return nil
}

// Release lets the next user in. It forgets everything that the last user gave. A
// Marker may live long after the heap or graph that it has marked.
func (m *Marker) Release() {
	m.arena, m.memoryScanner, m.mappedScanner, m.graphScanner = source.Arena{}, memoryScanner{}, mappedScanner{}, graphScanner{}
	if b := m.bothWays; b != nil {
		b.ahead, b.onward, b.back = aheadScanner{}, onwardScanner{}, backScanner{}
	}
	for _, w := range m.workers {
		w.scanner, w.prefetcher = nil, nil
		w.InOrder = work.InOrder{}
		w.Chains.Forget()
	}
	m.context, m.done, m.teller = nil, nil, nil
	m.failure.err = nil
	m.inUse.Store(false)
}
