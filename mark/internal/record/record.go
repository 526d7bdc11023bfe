// Package record lets the packages below mark learn in which order a mark scans objects, and lets tests
// mark a file as if it were not in memory, without a word about it in the options that users see. The
// wish travels in the mark's context.
package record

import "context"

// Scanned is told each batch of objects that a worker is about to scan, by Ref. It may not
// keep the batch. Every worker calls it, so it must be safe for concurrent use unless there
// is one worker only.
type Scanned func(batch []uint32)

type key struct{}

// With returns a context whose marks of heaps call scanned.
func With(ctx context.Context, scanned Scanned) context.Context {
	return context.WithValue(ctx, key{}, scanned)
}

// From returns what With put into the context, nil if nothing.
func From(ctx context.Context) Scanned {
	scanned, _ := ctx.Value(key{}).(Scanned)
	return scanned
}

type coldKey struct{}

// ColdAfter returns a context for whose marks a mapped heap is not in memory, as each worker finds out when it has begun with that
// many batches. 0 is from the beginning.
func ColdAfter(ctx context.Context, batches int) context.Context {
	return context.WithValue(ctx, coldKey{}, batches)
}

// Cold returns what ColdAfter has put into the context.
func Cold(ctx context.Context) (batches int, ok bool) {
	batches, ok = ctx.Value(coldKey{}).(int)
	return batches, ok
}
