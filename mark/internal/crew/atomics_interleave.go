//go:build interleave

package crew

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// These are the types of atomics.go as the schedule explorer has them. In an exploration time
// stands still, and there is a processor for each goroutine.
type (
	word      = interleave.Uint64
	counter   = interleave.Int64
	flag      = interleave.Bool
	mutex     = interleave.Mutex
	waitGroup = interleave.WaitGroup
)

type token struct{ *interleave.Chan[struct{}] }

func newToken() token { return token{interleave.MakeChan[struct{}](1)} }

func (t token) send()    { t.Send(struct{}{}) }
func (t token) receive() { t.Receive() }

func now() time.Time { return interleave.Now() }

func processors() int { return interleave.Processors() }

func spawn(live func()) { interleave.Go("worker", live) }

func giveWay() { interleave.Gosched() }
