package stealq_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// BenchmarkPushPop is the owner alone: runs of pushes, then as many pops. It is
// one operation for each, so ns/op is the mean of a push and a pop. A run of 1
// stays at the power of two that costs StealHalf a compare-and-swap each time.
func BenchmarkPushPop(b *testing.B) {
	for _, k := range stealq.Kinds() {
		for _, run := range []int{1, 16, 256} {
			b.Run(fmt.Sprintf("deque=%s/run=%d", k.Name, run), func(b *testing.B) {
				d := k.New(1, 1024)[0]
				for n := 0; n < b.N; n += 2 * run {
					for i := range run {
						d.Push(uint64(i))
					}
					for range run {
						d.Pop()
					}
				}
				c := d.Counters()
				b.ReportMetric(float64(c.CAS+c.RMW)/float64(b.N), "rmw/op")
				b.ReportMetric(float64(c.Stores)/float64(b.N), "stores/op")
			})
		}
	}
}

// BenchmarkSteal is a thief alone that takes from a full deque until it is empty:
// ns/op is per item. Where thieves get what they asked for, it includes the
// owner's pop and push that answer each request.
func BenchmarkSteal(b *testing.B) {
	for _, k := range stealq.Kinds() {
		for _, amount := range []stealq.Amount{stealq.One, stealq.Half} {
			if k.Shared || !k.Offers(amount) {
				continue
			}
			b.Run(fmt.Sprintf("deque=%s/amount=%v", k.Name, amount), func(b *testing.B) {
				const capacity = 1024
				ds := k.New(2, capacity)
				for n := 0; n < b.N; n += capacity {
					b.StopTimer()
					ds[1].Reset()
					for i := range uint64(capacity) {
						ds[0].Push(i)
					}
					b.StartTimer()
					for o := stealq.Took; o == stealq.Took; {
						_, o = rob(k, ds[1], ds[0], amount)
					}
				}
			})
		}
	}
}

// BenchmarkOwnerWithThieves is the owner's push and pop while thieves take what
// they can: ns/op is per push or pop. Where all handles are one queue the thieves
// pop.
func BenchmarkOwnerWithThieves(b *testing.B) {
	for _, k := range stealq.Kinds() {
		for _, thieves := range []int{1, 3} {
			b.Run(fmt.Sprintf("deque=%s/thieves=%d", k.Name, thieves), func(b *testing.B) {
				ds := k.New(1+thieves, 1024)
				var done atomic.Bool
				wait := start(ds[1:], func(d stealq.Deque) {
					for !done.Load() {
						d.Steal(ds[0], most(k))
						for _, ok := d.Pop(); ok; _, ok = d.Pop() {
						}
					}
				})
				const run = 64
				for n := 0; n < b.N; n += 2 * run {
					for i := range uint64(run) {
						ds[0].Push(i)
					}
					for range run {
						ds[0].Pop()
					}
				}
				done.Store(true)
				wait()
				c := total(ds)
				b.ReportMetric(float64(c.ItemsStolen)/float64(b.N), "stolen/op")
			})
		}
	}
}
