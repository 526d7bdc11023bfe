package policy

import "time"

// Idle says what a worker does while there is nothing to take.
type Idle uint8

const (
	Park    Idle = iota // looks SpinLooks times without a pause, yields YieldLooks times, then sleeps
	Spin                // looks without a pause
	Yield               // yields between looks
	Backoff             // sleeps between looks, longer each time
)

const (
	// BackoffFirst is how long the first sleep of Backoff is.
	BackoffFirst = time.Microsecond
	// BackoffDoublings is how many times the next sleep is twice as long as the last
	// one.
	BackoffDoublings = 8
)

// Pause is what an idle worker does between two looks. The zero value means: look
// again at once.
type Pause struct {
	Yield bool          // give the processor away
	Sleep time.Duration // sleep for so long, if not 0
	Park  bool          // sleep until somebody wakes it
}

// Pause decides what follows a look that found nothing. The first look is look 0.
// crowded says that there are more workers than processors. Then nobody spins,
// because somebody else needs the processor.
func (i Idle) Pause(look int, crowded bool) Pause {
	switch i {
	case Spin:
		return Pause{}
	case Yield:
		return Pause{Yield: true}
	case Backoff:
		return Pause{Sleep: BackoffFirst << min(look, BackoffDoublings)}
	}
	spins := SpinLooks
	if crowded {
		spins = 0
	}
	if look < spins {
		return Pause{}
	}
	return Pause{Yield: YieldLooks > 0, Park: look >= spins+YieldLooks}
}
