package large

import "time"

// Curve is the largest value in each of some spans of time, which are equally long.
type Curve struct {
	Every int64    `json:"every"` // nanoseconds
	Most  []uint64 `json:"most"`
}

// mostBins is how many spans of time a curve has at most: there are not many more pixels.
const mostBins = 512

// moment is when a value has changed, and to what. Until the next moment it stays so.
type moment struct {
	at    time.Duration
	value uint64
}

// curve has the largest value of each span of a mark that has ended then.
func curve(moments []moment, end time.Duration) *Curve {
	every := time.Duration(16)
	for end >= every*mostBins {
		every *= 2
	}
	most := make([]uint64, end/every+1)
	bin, value := 0, uint64(0)
	for _, m := range append(moments, moment{at: end}) {
		for last := min(int(m.at/every), len(most)-1); bin < last; {
			bin++
			most[bin] = value
		}
		most[bin], value = max(most[bin], m.value), m.value
	}
	return &Curve{int64(every), most}
}
