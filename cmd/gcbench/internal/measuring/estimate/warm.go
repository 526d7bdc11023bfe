package estimate

const (
	// MinSamples is the number of samples that Warm leaves at least. A process with fewer
	// says too little about itself.
	MinSamples = 6
	// A sample belongs to the warm-up if it lies this share above the median of what
	// follows, and this many median absolute deviations. For normal samples the latter is
	// three standard deviations.
	warmShare      = 0.01
	warmDeviations = 4.5
)

// Warm finds the warm-up of a process: it returns how many leading samples to drop. Samples
// are dropped as long as they lie clearly above the median of those that follow. Slow
// samples behind the first that is not are kept.
func Warm(samples []float64) (dropped int) {
	for len(samples)-dropped > MinSamples {
		rest := samples[dropped+1:]
		middle := median(rest)
		above := samples[dropped] - middle
		if above <= warmShare*middle || above <= warmDeviations*deviation(rest) {
			break
		}
		dropped++
	}
	return dropped
}
