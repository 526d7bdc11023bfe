package sweep

import (
	"context"
	"runtime"
	"sync"
)

// inParallel runs the n independent simulations on all processors and returns
// what they found, in order. After an error it starts no more; after an interrupt
// it does not wait either for those that have begun, which end in vain.
func inParallel[T any](ctx context.Context, n int, progress func(done, total int), simulate func(i int) (T, error)) ([]T, error) {
	found, failed := make([]T, n), make([]error, n)
	todo, done := make(chan int), make(chan int)
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := range todo {
				found[i], failed[i] = simulate(i)
				select {
				case done <- i:
				case <-ctx.Done():
				}
			}
		})
	}
	err := hand(ctx, n, progress, todo, done, failed)
	close(todo)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	workers.Wait()
	return found, err
}

// hand sends 0 to n-1 to todo and receives each from done. It returns when
// nothing is under way, with the first error, or at an interrupt.
func hand(ctx context.Context, n int, progress func(done, total int), todo chan<- int, done <-chan int, failed []error) (err error) {
	next, finished := 0, 0
	for finished < next || next < n && err == nil {
		send := todo
		if next == n || err != nil {
			send = nil
		}
		select {
		case send <- next:
			next++
		case i := <-done:
			finished++
			if err == nil {
				err = failed[i]
			}
			if progress != nil {
				progress(finished, n)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}
