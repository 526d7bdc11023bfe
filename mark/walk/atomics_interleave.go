//go:build interleave

package walk

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// These are the types of atomics.go as the schedule explorer has them. In an exploration time
// stands still.
type (
	flag  = interleave.Bool
	mutex = interleave.Mutex
)

type token struct{ *interleave.Chan[struct{}] }

func newToken() token { return token{interleave.MakeChan[struct{}](1)} }

func (t token) send() { t.Send(struct{}{}) }

func (t token) within(d time.Duration) bool {
	_, ok := t.ReceiveWithin(d)
	return ok
}

func now() time.Time { return interleave.Now() }

func giveWay() { interleave.Gosched() }

func spawn(live func()) { interleave.Go("worker", live) }
