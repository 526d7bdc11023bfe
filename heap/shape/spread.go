package shape

// Garbage is spread between live objects as a line is drawn on a raster. The number of
// garbage objects before live object k is k·garbage/live, rounded (Bresenham,
// "Algorithm for Computer Control of a Digital Plotter", IBM Systems Journal 4(1),
// 1965). Positions are computed and not stored, so a generator can name an object long
// before the object is added.
//
//	live number k      0   1   2       3   4   5
//	position           0   1   2   3   4   5   6   7      live 6, garbage 2
//	                   L   L   L   g   L   L   L   g
//	garbage number                 0               1
//
// Invariants.
//
//	(1) The positions of live and garbage objects together are 0 to live+garbage-1.
//	(2) No run of garbage is longer than garbage/live rounded up.
//	(3) Position 0 is live.
type spread struct {
	live, garbage uint64
	// step is garbage/live in units of 2^-32, rounded up. Over live < 2^32 steps the error
	// stays below one, so no garbage object is lost.
	step uint64
}

// newSpread spreads garbage objects between live ones. There is at least 1 live object,
// and the sum is below 2^32.
func newSpread(live, garbage uint64) spread {
	return spread{live, garbage, (garbage<<32 + live - 1) / live}
}

// before returns how many garbage objects come before live object k, for k at most
// live. The product is below (garbage+1)·2^32, so it fits.
func (s spread) before(k uint64) uint64 { return k * s.step >> 32 }

// at returns the position of live object k.
func (s spread) at(k uint64) uint32 { return uint32(k + s.before(k)) }

// garbageAt returns the position of garbage object g. The object follows live object
// k-1, where k is the smallest number with before(k) > g.
func (s spread) garbageAt(g uint64) uint32 {
	live := ((g+1)<<32-1)/s.step + 1
	return uint32(g + live)
}
