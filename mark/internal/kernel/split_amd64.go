//go:build amd64 && !race && !interleave

package kernel

import (
	"os"
	"strings"
)

// lanes is how many refs are split and collected at a time: 16 with AVX-512F, 8 with AVX2, 1 without. The system must keep the wide
// registers when it switches threads. GODEBUG=cpu.avx512f=off and cpu.avx2=off turn a form off, as in Go's own packages.
var lanes = lanesWith(os.Getenv("GODEBUG"))

func lanesWith(settings string) int {
	const popcnt, osxsave, avx2, avx512f = 1 << 23, 1 << 27, 1 << 5, 1 << 16
	const ymm, zmm = 1<<1 | 1<<2, 7 << 5 // XMM and YMM; the three parts of AVX-512
	leaves, _, _, _ := cpuid(0, 0)
	_, _, c, _ := cpuid(1, 0)
	if leaves < 7 || c&popcnt == 0 || c&osxsave == 0 {
		return 1
	}
	kept := xgetbv()
	_, b, _, _ := cpuid(7, 0)
	switch {
	case b&avx512f != 0 && kept&(ymm|zmm) == ymm|zmm && !turnedOff(settings, "avx512f"):
		return 16
	case b&avx2 != 0 && kept&ymm == ymm && !turnedOff(settings, "avx2"):
		return 8
	}
	return 1
}

// turnedOff reports whether these settings turn a feature off. The last setting counts.
func turnedOff(settings, feature string) (off bool) {
	for setting := range strings.SplitSeq(settings, ",") {
		switch setting {
		case "cpu." + feature + "=off", "cpu.all=off":
			off = true
		case "cpu." + feature + "=on", "cpu.all=on":
			off = false
		}
	}
	return off
}

// compress says for each mask of 8 lanes where the lanes of the mask come from when they move to the front.
//
//lint:ignore U1000 splitEight reads it
var compress = func() (table [256][8]uint8) {
	for mask := range table {
		n := 0
		for lane := range uint8(8) {
			if mask>>lane&1 == 1 {
				table[mask][n] = lane
				n++
			}
		}
	}
	return table
}()

// cpuid and xgetbv are the instructions of these names: Intel 64 and IA-32 Architectures Software Developer's
// Manual, volume 1, section 15.2. xgetbv needs osxsave.
func cpuid(leaf, sub uint32) (a, b, c, d uint32)
func xgetbv() (a uint32)

// collectEight does what collectRefs does, and moves 8 references at a time. It needs 8 lanes or more.
//
//go:noescape
func collectEight(arena []byte, batch, out []uint32) (refs, objects int)

// splitScalar, splitEight and splitWide do what splitPlain does. splitEight needs 8 lanes or more, and splitWide 16.
//
//go:noescape
func splitScalar(refs, out []uint32, shift, limit, flip uint32, zero uint64) (stay, leave int)

//go:noescape
func splitEight(refs, out []uint32, shift, limit, flip uint32, zero uint64) (stay, leave int)

//go:noescape
func splitWide(refs, out []uint32, shift, limit, flip uint32, zero uint64) (stay, leave int)
