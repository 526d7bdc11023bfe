package session

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"
)

// Work is what a long piece of work says of itself, while another goroutine shows it. The
// zero value is ready to use, and a nil Work ignores all reports.
type Work struct {
	mu        sync.Mutex
	phase     string
	done, all uint64
	began     time.Time
}

// Report says which phase is going on and that so much of it is done, of all. If all is 0,
// it is not known how much there is. Any goroutine may call it.
func (w *Work) Report(phase string, done, all uint64) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.phase != phase {
		w.phase, w.began = phase, time.Now()
	}
	w.done, w.all = done, all
}

// line is the phase, how much of it is done, and how long it has taken.
func (w *Work) line() string {
	if w == nil {
		return "preparing"
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.phase == "" {
		return "preparing"
	}
	text := w.phase
	if w.all > 0 {
		text += fmt.Sprintf(", %.0f %%", math.Floor(100*float64(min(w.done, w.all))/float64(w.all)))
	}
	if took := time.Since(w.began); took >= time.Second {
		text += fmt.Sprintf(", %.0f s", took.Seconds())
	}
	return text
}

// watchEvery is how often Watch shows how far the work is.
const watchEvery = 250 * time.Millisecond

// Watch is [Await] for work that takes long. It shows what the work reports, behind the name.
func Watch[T any](s *Session, name string, w *Work, f func() (T, error)) (T, error) {
	return watch(s, s, name, w, f)
}

// WatchToEnd is Watch for work that an interrupt ends by itself, and that must not be left behind.
func WatchToEnd[T any](s *Session, name string, w *Work, f func() (T, error)) (T, error) {
	return watch(context.WithoutCancel(s), s, name, w, f)
}

func watch[T any](ctx context.Context, s *Session, name string, w *Work, f func() (T, error)) (T, error) {
	show := func() { s.Progress.Show("%s: %s", name, w.line()) }
	show()
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	return await(ctx, f, tick.C, show)
}

// WatchPhase is Watch for work that is one phase.
func WatchPhase[T any](s *Session, name, phase string, f func() (T, error)) (T, error) {
	return Watch(s, name, &Work{phase: phase, began: time.Now()}, f)
}

// Ticking waits for f, which ends by itself at an interrupt, and calls show again and again
// meanwhile, with the seconds since f began. show runs in the goroutine of the caller.
func Ticking(show func(seconds float64), f func() error) error {
	began := time.Now()
	tell := func() { show(time.Since(began).Seconds()) }
	tell()
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	_, err := await(context.Background(), func() (struct{}, error) { return struct{}{}, f() }, tick.C, tell)
	return err
}
