//go:build linux

package mark_test

import (
	"bytes"
	"context"
	"runtime"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// A fault of mapped memory on a worker's own goroutine, not the caller's, is
// an error too: without preparation the runtime would end the process.
func TestFaultOnAnotherGoroutine(t *testing.T) {
	page, err := syscall.Mmap(-1, 0, 4096, syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	defer func() { require.NoError(t, syscall.Munmap(page)) }()
	caller := goroutine()
	elsewhere := make(chan struct{})
	var once sync.Once
	g := mark.Func{Nodes: 64, Successors: func(buf []uint32, node uint32) []uint32 {
		if bytes.Equal(goroutine(), caller) {
			<-elsewhere // the others take the rest of the roots
			return buf
		}
		once.Do(func() { close(elsewhere) })
		return append(buf, uint32(page[0]))
	}}
	roots := make([]uint32, g.Nodes)
	for i := range roots {
		roots[i] = uint32(i)
	}
	_, err = mark.Graph(context.Background(), g, roots, mark.Options{Workers: 2, Grain: 1})
	var fault interface{ Addr() uintptr }
	require.ErrorAs(t, err, &fault)
}

// goroutine returns the first words of the stack's trace: goroutine 7, joined.
func goroutine() []byte {
	buf := make([]byte, 64)
	buf = buf[:runtime.Stack(buf, false)]
	return bytes.Join(bytes.Fields(buf)[:2], nil)
}
