package sim_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
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

// BenchmarkLook is a look into the deque of each of 1,024 workers, which nobody
// changes meanwhile; ns/op is for one of them.
func BenchmarkLook(b *testing.B) {
	deques := stealq.Kinds()[0].New(mark.MaxWorkers, mark.DefaultCapacity)
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
	deques := stealq.Kinds()[0].New(mark.MaxWorkers, mark.DefaultCapacity)
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
