package engine

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/crew"
	"github.com/seed-3ccf4018/halfmark/overflow"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// What a marker decides, written down step by step, while time decides nothing: only
// worker 0 acts. The others are woken when the marker wakes them, and do not come.
// Or they come while worker 0 scans an object that lasts, one after the other, and
// each does all it can before it sleeps again.

// Lasting is how many references an object or a chunk has at least that lasts.
const Lasting = 500

// Decided is a line of the record: what a worker did, and what had been counted.
type Decided struct {
	Worker                      int
	Did                         string
	Private, Asleep             int
	Marked, Batches, Chunks     uint64
	Opened, Alone               uint64
	BlocksOver, BlocksRecovered uint64
	PendingAdded, RefsRecovered uint64
}

// Decisions marks h and returns the record. alone says that the others do not come.
func Decisions(t testing.TB, h *heap.Heap, o Options, alone bool) ([]Decided, *HeapResult) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))) // else nobody is hungry
	m, err := New(o)
	require.NoError(t, err)
	m.Close() // ends the goroutines of the other workers
	r := &recorder{m: m, alone: alone, turns: make([]chan bool, len(m.workers))}
	m.crew.Lobby = crew.NewLobby(len(m.workers))
	for i, d := range m.Deques {
		m.Deques[i] = r.watch(d, i)
		m.workers[i].owns(m.Deques[i])
	}
	for _, w := range m.workers[1:] {
		r.turns[w.id] = make(chan bool)
		go r.stall(w)
	}
	m.crew.Drain()
	m.prepare(context.Background(), h.Granules())
	r.memoryScanner = m.reads(h)
	m.Marks.Words()[0].Or(1)
	m.run(r, len(h.Roots()))
	m.Marks.Words()[0].And(^uint64(1))
	result, err := m.found(true, m.finish())
	require.NoError(t, err)
	m.crew.Close()
	return r.log, result
}

// recorder is a scanner that writes down what it is given.
type recorder struct {
	*memoryScanner
	m     *Marker
	log   []Decided
	turns []chan bool // by worker
	alone bool        // the others do not come
}

// stall is the goroutine of a worker that marks only when it is its turn.
func (r *recorder) stall(w *worker) {
	for r.m.crew.Park(w.id, w.wanted) {
		for comes := false; !comes && !r.m.crew.Done(); {
			select {
			case <-r.turns[w.id]:
				w.guarded()
				comes = true
			case <-time.After(50 * time.Microsecond):
			}
		}
	}
}

// lasts lets each worker that is awake come while worker 0 scans, and waits until it
// sleeps again.
func (r *recorder) lasts(w *worker) {
	if w.id != 0 || r.alone {
		return
	}
	asleep := r.m.crew.Asleep
	for id := 1; id < len(r.turns); id++ {
		if !asleep(id) {
			for r.turns[id] <- true; !asleep(id); {
				runtime.Gosched()
			}
		}
	}
}

// did adds a line.
func (r *recorder) did(w *worker, format string, args ...any) {
	r.log = append(r.log, r.now(w, fmt.Sprintf(format, args...)))
}

// now is a line that says what has been counted.
func (r *recorder) now(w *worker, did string) Decided {
	line := Decided{Worker: w.id, Did: did, Private: w.Private(), Asleep: r.m.crew.Sleepers()}
	for _, w := range r.m.workers {
		s := &w.stats
		line.Marked += w.Marked
		line.Batches += w.Batches
		line.Chunks += s.ChunksTaken
		line.Opened += s.SlicesOpened
		line.Alone += s.SlicesAlone
		line.BlocksOver += w.BlocksOverflowed
		line.BlocksRecovered += w.BlocksRecovered
		line.PendingAdded += w.PendingAdded
		line.RefsRecovered += w.RefsRecovered
	}
	return line
}

func (r *recorder) scan(w *worker, batch []uint32) {
	for _, obj := range batch {
		if refs, _ := r.Degree(obj); refs >= Lasting {
			r.lasts(w)
		}
	}
	r.did(w, "scans %v", batch)
	r.memoryScanner.scan(w, batch)
}

func (r *recorder) follow(w *worker) bool {
	line, obj := r.now(w, ""), w.Refs[w.Top-1]
	if !r.memoryScanner.follow(w) {
		return false
	}
	line.Did = fmt.Sprintf("follows %d objects from %d", r.now(w, "").Batches-line.Batches, obj)
	r.log = append(r.log, line)
	return true
}

func (r *recorder) scanChunk(w *worker, c chunk) {
	if c.High-c.Low >= Lasting {
		r.lasts(w)
	}
	r.did(w, "claims %d of %d, %d", c.Low, c.Object, c.High)
	r.memoryScanner.scanChunk(w, c)
}

// refs are what an item stands for.
func (r *recorder) refs(item uint64) []uint32 {
	if r.m.Options.Grain == 1 {
		return []uint32{uint32(item)}
	}
	return r.m.Blocks.Refs(overflow.Block(item))
}

// watched is a deque that writes down what its owner does.
type watched struct {
	stealq.Deque
	r  *recorder
	id int
}

type (
	watchedExposer  struct{ *watched }
	watchedBalancer struct{ *watched }
)

// watch returns d in the disguise that has d's own abilities.
func (r *recorder) watch(d stealq.Deque, id int) stealq.Deque {
	w := &watched{d, r, id}
	switch d.(type) {
	case stealq.Exposer:
		return watchedExposer{w}
	case stealq.Balancer:
		return watchedBalancer{w}
	}
	return w
}

// unwatched is the deque itself.
func (d *watched) unwatched() stealq.Deque { return d.Deque }

func (d *watched) did(format string, args ...any) {
	d.r.did(d.r.m.workers[d.id], format, args...)
}

func (d *watched) Push(item uint64) bool {
	ok := d.Deque.Push(item)
	if ok {
		d.did("pushes %v", d.r.refs(item))
	}
	return ok
}

func (d *watched) Pop() (uint64, bool) {
	item, ok := d.Deque.Pop()
	if ok {
		d.did("pops %v", d.r.refs(item))
	}
	return item, ok
}

func (d *watched) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	v := victim.(interface{ unwatched() stealq.Deque })
	n, outcome := d.Deque.Steal(v.unwatched(), amount)
	d.asked(victim, n, outcome)
	return n, outcome
}

func (d *watched) asked(victim stealq.Deque, n int, outcome stealq.Outcome) {
	for id, v := range d.r.m.Deques {
		if v == victim {
			d.did("asks %d: %v %d", id, outcome, n)
		}
	}
}

func (d watchedExposer) Held() int { return d.Deque.(stealq.Exposer).Held() }

func (d watchedExposer) Expose() bool {
	d.did("exposes")
	return d.Deque.(stealq.Exposer).Expose()
}

func (d watchedBalancer) Balance(victim stealq.Deque) (int, stealq.Outcome) {
	n, outcome := d.Deque.(stealq.Balancer).Balance(victim.(watchedBalancer).Deque)
	d.asked(victim, n, outcome)
	return n, outcome
}

// OwnersOf returns the marker's answer to who owns the bit of a reference, in marks of h.
func OwnersOf(t testing.TB, h *heap.Heap, o Options) func(ref uint32) int {
	t.Helper()
	m, err := New(o)
	require.NoError(t, err)
	defer m.Close()
	m.prepare(context.Background(), h.Granules())
	m.decide(m.readsNothing())
	m.gather()
	of := m.net.Segments
	return func(ref uint32) int { return int(of.Owner(ref)) }
}
