package tagged

import (
	"math/rand/v2"
	"os"
	"runtime"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// A program whose tests import this package, built with the tag, gives way before its
// atomic operations as this variable of its environment says.
const perturb = "HALFMARK_PERTURB"

const (
	// Yields lets another goroutine run before one operation in four. Two goroutines
	// then meet between any two operations of a deque.
	Yields = perturb + "=yields"
	// Stalls lets another goroutine run before one operation in eight, and sleeps
	// before one in some thousands. So now and then any worker is stopped anywhere
	// while the others go on.
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

// Perturbed reports whether this process gives way before its atomic operations.
func Perturbed() bool { return os.Getenv(perturb) != "" }
