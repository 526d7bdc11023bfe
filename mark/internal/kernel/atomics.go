//go:build !interleave

package kernel

import "sync/atomic"

// Word is a word of a mark bitmap. It is the only atomic type of this package. With
// the build tag interleave, atomics_interleave.go takes the place of this file, and
// the plain twins take the place of the assembly.
type Word = atomic.Uint64

// Plain is a word of a mark bitmap that no other goroutine reads or writes at this
// time. Its loads and stores are ordinary ones.
type Plain uint64

// Load returns the word.
func (p *Plain) Load() uint64 { return uint64(*p) }

// Store replaces the word.
func (p *Plain) Store(bits uint64) { *p = Plain(bits) }
