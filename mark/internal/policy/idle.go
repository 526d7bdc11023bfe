package policy

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// BackoffFirst is how long the first sleep of tune.IdleBackoff is.
const BackoffFirst = time.Microsecond

// BackoffDoublings is how many times the next sleep is twice as long as the last one.
const BackoffDoublings = 8

// Pause is what an idle worker does between two looks. The zero value means: look
// again at once.
type Pause struct {
	Yield bool          // give the processor away
	Sleep time.Duration // sleep for so long, if not 0
	Park  bool          // sleep until another worker wakes it
}

// PauseAfter decides what follows a look that found nothing. The first look is look 0. With
// tune.IdlePark a worker looks SpinLooks times without a pause. Then it yields YieldLooks times.
// crowded says that there are more workers than processors. Then no worker spins,
// because another one needs the processor.
func PauseAfter(look int, idle tune.IdlePolicy, crowded bool) Pause {
	switch idle {
	case tune.IdleSpin:
		return Pause{}
	case tune.IdleYield:
		return Pause{Yield: true}
	case tune.IdleBackoff:
		return Pause{Sleep: BackoffFirst << min(look, BackoffDoublings)}
	}
	if crowded {
		look += SpinLooks // as if it had spun already
	}
	if look < SpinLooks {
		return Pause{}
	}
	return Pause{Yield: YieldLooks > 0, Park: look >= SpinLooks+YieldLooks}
}
