package large

import "time"

// Curve is the largest value in each of some spans of time, which are equally long.
type Curve struct {
	Every int64    `json:"every"` // nanoseconds
	Most  []uint64 `json:"most"`
}

// mostBins is how many spans of time a curve has at most: there are not many more pixels.
const mostBins = 512

// bins collect a curve while nobody knows how long the mark will take. When the time goes
// beyond the last bin, each two bins become one.
//
//	|  3  |  7  |  7  |  2  |          every
//	|     7     |     7     |     |    twice as long
type bins struct {
	every time.Duration
	most  []uint64
	last  int // the bin of the last value
	value uint64
}

// add says that the value is now this. Until the next call it stays so. The time does not go back.
func (b *bins) add(at time.Duration, value uint64) {
	if b.every == 0 {
		b.every, b.most = 16, make([]uint64, mostBins)
	}
	for at >= b.every*mostBins {
		b.halve()
	}
	b.fill(int(at / b.every))
	b.most[b.last] = max(b.most[b.last], value)
	b.value = value
}

// fill goes on to a bin. All bins on the way there have the value.
func (b *bins) fill(to int) {
	for b.last < to {
		b.last++
		b.most[b.last] = b.value
	}
}

// halve joins each two bins.
func (b *bins) halve() {
	for i := range mostBins / 2 {
		b.most[i] = max(b.most[2*i], b.most[2*i+1])
	}
	clear(b.most[mostBins/2:])
	b.every, b.last = 2*b.every, b.last/2
}

// curve returns the bins up to the end of a mark.
func (b *bins) curve(end time.Duration) *Curve {
	b.add(end, b.value)
	return &Curve{int64(b.every), b.most[:b.last+1]}
}
