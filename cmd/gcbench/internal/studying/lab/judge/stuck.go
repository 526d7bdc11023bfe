package judge

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// patience is how long one attempt may take. A right answer needs a small part of it.
const patience = 10 * time.Second

// trying is what the answer is being tried on: it turns a sentence into a fault that shows this.
var trying atomic.Pointer[func(says string) *verdict.Fault]

// Trying says what the answer is tried on from now on. An answer that does not return from
// it for some seconds is wrong: its loops never end. Then the process ends. Nil says that it is
// tried on nothing.
func Trying(what func(says string) *verdict.Fault) {
	if what == nil {
		trying.Store(nil)
		return
	}
	trying.Store(&what)
}

// watchAttempts ends the process when an attempt takes too long.
func (t *teller) watchAttempts() {
	const looks = 20 // a process that was stopped for a while looks only once
	last, still := trying.Load(), 0
	for range time.Tick(patience / looks) {
		if now := trying.Load(); now != last || now == nil {
			last, still = now, 0
		} else if still++; still > looks {
			t.giveUp((*now)(fmt.Sprintf("it has not returned for %v: perhaps a loop never ends", patience)))
		}
	}
}

// giveUp ends the process with a fault of the check that runs.
func (t *teller) giveUp(f *verdict.Fault) {
	t.lock.Lock() // for good: nothing is told after this
	t.now.State, t.now.Fault = verdict.Broken, f
	t.write(verdict.Event{Check: t.now})
	os.Exit(0)
}
