package lab

import (
	"context"
	"maps"
	"slices"
	"time"
)

// Watch judges the answer in a folder whenever it changes.
type Watch struct {
	// Answered returns the answer as it is now. After an error the watch ends.
	Answered func() (Files, error)
	// Check judges it. It returns soon when its context is done. changed are the files because of which it was
	// called, none for the first check.
	Check func(ctx context.Context, changed []string)

	Every  time.Duration // from one look at the files to the next
	Settle time.Duration // how long the files stay the same before a check begins: an editor may write several
}

// Run ends when ctx is done, or with the first error of Answered. One check runs at a time: if the answer
// changes meanwhile, that check is ended, and another one begins.
func (w *Watch) Run(ctx context.Context) error {
	var judged Files
	for {
		now, err := w.settled(ctx)
		if err != nil || ctx.Err() != nil {
			return err
		}
		var changed []string
		if judged != nil {
			changed = differ(judged, now)
		}
		judged = now
		if err := w.check(ctx, judged, changed); err != nil || ctx.Err() != nil {
			return err
		}
	}
}

// check judges, and returns when the answer is no longer what was judged.
func (w *Watch) check(ctx context.Context, judged Files, changed []string) error {
	checking, end := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Check(checking, changed)
	}()
	defer func() { <-done }()
	defer end()
	for w.pause(ctx, w.Every) {
		now, err := w.Answered()
		if err != nil || !maps.Equal(now, judged) {
			return err
		}
	}
	return nil
}

// settled returns the answer when it has not changed for a while.
func (w *Watch) settled(ctx context.Context) (Files, error) {
	now, err := w.Answered()
	for err == nil && w.pause(ctx, w.Settle) {
		before := now
		if now, err = w.Answered(); maps.Equal(now, before) {
			break
		}
	}
	return now, err
}

// pause waits, and says whether the watch goes on.
func (w *Watch) pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// differ returns the names of the files that are not the same.
func differ(a, b Files) (names []string) {
	both := maps.Clone(a)
	maps.Copy(both, b)
	for name := range both {
		was, had := a[name]
		is, has := b[name]
		if had != has || was != is {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
