package tagged

import (
	"math/rand/v2"
	"os"
	"runtime"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// perturb is a variable of the environment. It says how a program gives way before its
// atomic operations. The program must be built with the tag, and its tests must import
// this package.
const perturb = "HALFMARK_PERTURB"

const (
	// Yields lets another goroutine run before one operation in four. Two goroutines
	// therefore meet between any two operations of a deque.
	Yields = perturb + "=yields"
	// Stalls lets another goroutine run before one operation in eight, and sleeps before
	// one in some thousands. Now and then some worker stops anywhere, while the others go
	// on.
	Stalls = perturb + "=stalls"
)

func init() {
	switch os.Getenv(perturb) {
	case "yields":
		interleave.Perturb(func() {
			if rand.Uint32()&3 == 0 {
				runtime.Gosched()
			}
		})
	case "stalls":
		interleave.Perturb(func() {
			switch r := rand.Uint32() % 8192; {
			case r == 0:
				time.Sleep(50 * time.Microsecond)
			case r%8 == 0:
				runtime.Gosched()
			}
		})
	}
}

// Perturbed says whether this process gives way before its atomic operations.
func Perturbed() bool { return os.Getenv(perturb) != "" }
