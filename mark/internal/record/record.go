// Package record lets the packages below mark learn in which order a mark scans objects,
// without a word about it in the options that users see. The wish travels in the mark's
// context.
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
