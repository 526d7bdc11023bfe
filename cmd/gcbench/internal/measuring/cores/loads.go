package cores

import (
	"context"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

const (
	loadsPerRound = 1 << 15
	loadRounds    = 9
	mostLoads     = 4 << 30 // bytes: a larger buffer takes longer to fill than it is worth
	mostWarm      = 64 << 20
)

// sizes are those of the buffers, in bytes, from small to large: 16 KiB, then half of the second level of the caches and four
// times as much as it has, and the same of the third. They are rounded down to powers of two. A virtual machine may not say which
// caches there are. Then it is all powers of two, so that the times tell.
func sizes(all []schema.Cache, memory uint64) (bytes []uint64) {
	wanted := []uint64{16 << 10}
	for _, level := range []int{2, 3} {
		if i := slices.IndexFunc(all, func(c schema.Cache) bool { return c.Level == level }); i >= 0 {
			wanted = append(wanted, all[i].Bytes/2, all[i].Bytes*4)
		}
	}
	if len(wanted) == 1 { // the system does not say it
		for b := uint64(256 << 10); b <= 128<<20; b *= 2 {
			wanted = append(wanted, b)
		}
	}
	for _, b := range wanted {
		if b < lineBytes { // the system does not say how large that cache is
			continue
		}
		if b = 1 << (bits.Len64(b) - 1); b <= min(memory, mostLoads) {
			bytes = append(bytes, b)
		}
	}
	slices.Sort(bytes)
	return slices.Compact(bytes)
}

// allLoads measures loads from buffers of these sizes, on the first of the processors and on all together.
func allLoads(ctx context.Context, processors []int, sizes []uint64) (found []schema.Loads, err error) {
	if len(sizes) == 0 {
		return nil, nil
	}
	buffer := make([]byte, sizes[len(sizes)-1])
	adviseLargePages(buffer)                // as the arena of a heap has them
	sums := make([]uint64, len(processors)) // so that no load is left out
	for _, bytes := range sizes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		one := schema.Loads{Bytes: bytes}
		lines := buffer[:bytes]
		at := uint64(0)
		err := together(processors[:1], func() {
			link(lines)
			for range min(len(lines), mostWarm) / lineBytes / loadsPerRound {
				at = chase(lines, at) // the lines that are in a cache are where they stay
			}
			one.Dependent = timed(loadRounds, loadsPerRound, func() { at = chase(lines, at) })
			one.Independent = timed(loadRounds, loadsPerRound, scatter(lines, 0, &sums[0]))
		})
		if err == nil {
			one.Together, err = loadsTogether(processors, lines, sums)
		}
		if err != nil {
			return nil, err
		}
		found = append(found, one)
	}
	return found, nil
}

// loadsTogether is a load's time while all processors load, in the mean over them.
func loadsTogether(processors []int, lines []byte, sums []uint64) (mean float64, err error) {
	each, all := make([]float64, len(processors)), make([]func(), len(processors))
	for i := range processors {
		all[i] = func() { each[i] = timed(loadRounds*2, loadsPerRound, scatter(lines, i, &sums[i])) }
	}
	err = together(processors, all...)
	for _, ns := range each {
		mean += ns / float64(len(each))
	}
	return thousandths(mean), err
}

// link writes into each line which one comes next: all of them, in one cycle. It is that of a linear congruential generator, whose
// period is full because the factor is 1 modulo 4 and the summand odd (Hull and Dobell 1962). The lines are written in
// their order, so it takes little time.
func link(lines []byte) {
	const factor, summand = 2862933555777941757, 3037000493
	n := uint64(len(lines) / lineBytes)
	for i := range n {
		binary.NativeEndian.PutUint64(lines[i*lineBytes:], (i*factor+summand)&(n-1))
	}
}

// chase follows the links for a round, and returns where it ends.
func chase(lines []byte, at uint64) uint64 {
	for range loadsPerRound {
		at = word(lines, at)
	}
	return at
}

// word is the first one of a line.
func word(lines []byte, i uint64) uint64 { return binary.NativeEndian.Uint64(lines[i*lineBytes:]) }

// scatter returns a round of loads at places that depend on nothing but their number. Each round goes on where the last one
// ended, so that it meets other lines.
func scatter(lines []byte, stream int, sum *uint64) func() {
	const spread, mix = 0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9 // of SplitMix64 (Steele, Lea and Flood 2014)
	i, mask := uint64(stream)<<40, uint64(len(lines)/lineBytes-1)
	return func() {
		s, end := uint64(0), i+loadsPerRound
		for ; i < end; i++ {
			at := i * spread
			at = (at ^ at>>30) * mix
			s += word(lines, (at>>31)&mask)
		}
		*sum += s
	}
}
