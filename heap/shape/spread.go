package shape

// Garbage is spread between live objects as a line is drawn on a raster:
// before live object k come k·garbage/live garbage objects, rounded (Bresenham,
// "Algorithm for Computer Control of a Digital Plotter", IBM Systems Journal
// 4(1), 1965). Positions are computed, not kept: a generator can name an
// object long before it is added.
//
//	live number k      0   1   2       3   4   5
//	position           0   1   2   3   4   5   6   7      live 6, garbage 2
//	                   L   L   L   g   L   L   L   g
//	garbage number                 0               1
//
// 1. Positions of live and garbage objects together are 0 to live+garbage-1.
// 2. No run of garbage is longer than garbage/live rounded up.
// 3. Position 0 is live.
type spread struct {
	live, garbage uint64
	// step is garbage/live in units of 2^-32, rounded up: the error over
	// live < 2^32 steps stays below one, so no garbage object is lost.
	step uint64
}

// newSpread spreads garbage objects between live ones: live is at least 1,
// their sum below 2^32.
func newSpread(live, garbage uint64) spread {
	return spread{live, garbage, (garbage<<32 + live - 1) / live}
}

// before returns how many garbage objects precede live object k, k at most
// live. The product is below (garbage+1)·2^32, so it fits.
func (s spread) before(k uint64) uint64 { return k * s.step >> 32 }

// at returns the position of live object k.
func (s spread) at(k uint64) uint32 { return uint32(k + s.before(k)) }

// garbageAt returns the position of garbage object g: it follows the first
// live objects that have more than g garbage objects before their successor.
func (s spread) garbageAt(g uint64) uint32 {
	live := ((g+1)<<32-1)/s.step + 1
	return uint32(g + live)
}
