package sim_test

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// BenchmarkWake is where the costs of waking come from: a goroutine sleeps on a
// channel as the marker's workers do; wake-ns is what sending takes of the
// waker, delay-ns the time from the end of that until the sleeper runs.
func BenchmarkWake(b *testing.B) {
	token, awake := make(chan struct{}, 1), make(chan time.Time)
	go func() {
		for range token {
			awake <- time.Now()
		}
	}()
	defer close(token)
	var wake, delay time.Duration
	for b.Loop() {
		time.Sleep(100 * time.Microsecond) // long enough for its processor to go to sleep, too
		start := time.Now()
		token <- struct{}{}
		sent := time.Now()
		wake += sent.Sub(start)
		delay += max(0, (<-awake).Sub(sent))
	}
	b.ReportMetric(float64(wake)/float64(b.N), "wake-ns")
	b.ReportMetric(float64(delay)/float64(b.N), "delay-ns")
}

// BenchmarkLook is a look into the deque of each of 1,024 workers, which does not
// change meanwhile; ns/op is for one of them.
func BenchmarkLook(b *testing.B) {
	deques := stealq.Kinds()[0].New(mark.MaxWorkers, tune.DefaultCapacity)
	held := 0
	for i := 0; i < b.N; i++ {
		held += deques[i%len(deques)].Len()
	}
	require.Zero(b, held)
}

// BenchmarkAttempt is a steal of one block out of a deque of another worker,
// and ns/op includes the pushes and pops that keep the deques as they were. No
// other processor has touched the deques, so it is the least that a steal takes.
func BenchmarkAttempt(b *testing.B) {
	deques := stealq.Kinds()[0].New(mark.MaxWorkers, tune.DefaultCapacity)
	thief := deques[0]
	for i := 0; i < b.N; i++ {
		victim := deques[1+i%(len(deques)-1)]
		victim.Push(1)
		if n, _ := thief.Steal(victim, stealq.Half); n != 1 {
			b.Fatalf("took %d", n)
		}
		thief.Pop()
	}
}

// line keeps a counter away from others. Processors fetch lines in pairs.
type line struct {
	atomic.Uint64
	_ [120]byte
}

// BenchmarkSlot is where the costs of forwarding come from: one goroutine fills slots, as an
// owner does for another one, and the other one reads them. ns/op is for a slot, of that many
// references. While both have their own processors, the cost of a slot is that of an
// empty one for each of the two.
func BenchmarkSlot(b *testing.B) {
	for _, refs := range []int{1, 256, 1024} {
		b.Run(fmt.Sprintf("refs=%d", refs), func(b *testing.B) {
			var head, tail line
			slots := make([][]uint32, 8)
			for i := range slots {
				slots[i] = make([]uint32, 1024)
			}
			sum := uint64(0)
			done := make(chan uint64)
			b.ResetTimer()
			go func() {
				for i := range uint64(b.N) {
					for tail.Load() == i {
						if runtime.NumCPU() == 1 {
							runtime.Gosched()
						}
					}
					for _, ref := range slots[i%8][:refs] {
						sum += uint64(ref)
					}
					head.Store(i + 1)
				}
				done <- sum
			}()
			for i := range uint64(b.N) {
				for i-head.Load() > 6 {
					if runtime.NumCPU() == 1 {
						runtime.Gosched()
					}
				}
				slot := slots[i%8][:refs]
				for k := range slot {
					slot[k] = uint32(i)
				}
				tail.Store(i + 1)
			}
			require.EqualValues(b, uint64(refs)*uint64(b.N)*uint64(b.N-1)/2, <-done)
		})
	}
}

// BenchmarkInbox is a look into the queue from each of 31 other owners, in which
// nothing is published meanwhile; ns/op is for one of them.
func BenchmarkInbox(b *testing.B) {
	type queue struct{ head, tail line }
	queues := make([]*queue, 31)
	for i := range queues {
		queues[i] = new(queue)
	}
	held := 0
	for i := 0; i < b.N; i++ {
		if q := queues[i%len(queues)]; q.head.Load() != q.tail.Load() {
			held++
		}
	}
	require.Zero(b, held)
}
