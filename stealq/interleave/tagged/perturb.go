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

// Entries for the environment of [Run]. With one of them the tests give way before atomic
// operations, so goroutines meet between any two of them.
const (
	// Yields lets another goroutine run before one operation in four.
	Yields = perturb + "=yields"
	// Stalls lets another goroutine run before one operation in eight, and sleeps before
	// one in some thousands. A worker therefore stops anywhere now and then, while the
	// others go on.
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

// Perturbed says whether this process runs with Yields or Stalls.
func Perturbed() bool { return os.Getenv(perturb) != "" }
