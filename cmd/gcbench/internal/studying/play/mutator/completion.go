//go:build interleave && !fullsize

package mutator

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

func init() {
	stage.Add(ofDrain("too-early", (*concurrent.Buffers).Drain), ofDrain("counted", (*concurrent.Buffers).DrainCounted))
}

// ofDrain is two workers that each drain a buffer, and find another one in it.
func ofDrain(name string, drain func(*concurrent.Buffers, func() int) bool) stage.Scene {
	return stage.Scene{
		About: stage.About{Name: name}, Shows: "variables",
		Program: func(uint32) interleave.Program {
			return func(w *interleave.World) func() {
				b := concurrent.NewBuffers(1)
				w.Name("", b, nil)
				w.Depict(func() any { return w.Variables() })
				for worker := range 2 {
					w.Go(fmt.Sprint("worker ", worker), func() {
						w.Doing("drains a buffer")
						done := drain(b, func() int {
							w.Notef("has a buffer, and finds work for another one")
							return 1
						})
						if done { // a buffer that was drained led to another one
							w.Failf("the program is stopped, and a buffer is left")
						}
					})
				}
				return nil
			}
		},
	}
}
