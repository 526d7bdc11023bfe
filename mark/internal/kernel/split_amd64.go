//go:build amd64 && !race && !interleave

package kernel

import (
	"os"
	"strings"
)

// wide says whether 16 refs are split at a time. That needs AVX-512F, and a system that keeps
// the wide registers when it switches threads. GODEBUG=cpu.avx512f=off turns it off, as in
// Go's own packages.
var wide = hasAVX512() && !turnedOff(os.Getenv("GODEBUG"))

// turnedOff reports whether these settings turn AVX-512F off. The last setting counts.
func turnedOff(settings string) (off bool) {
	for setting := range strings.SplitSeq(settings, ",") {
		switch setting {
		case "cpu.avx512f=off", "cpu.all=off":
			off = true
		case "cpu.avx512f=on", "cpu.all=on":
			off = false
		}
	}
	return off
}

// hasAVX512 asks the processor: Intel 64 and IA-32 Architectures Software Developer's
// Manual, volume 1, section 15.2.
func hasAVX512() bool {
	const popcnt, osxsave, avx512f = 1 << 23, 1 << 27, 1 << 16
	const kept = 1<<1 | 1<<2 | 7<<5 // XMM, YMM, and the three parts of AVX-512
	leaves, _, _, _ := cpuid(0, 0)
	_, _, c, _ := cpuid(1, 0)
	_, b, _, _ := cpuid(7, 0) // means nothing if there are fewer leaves
	return leaves >= 7 && c&popcnt != 0 && c&osxsave != 0 && xgetbv()&kept == kept && b&avx512f != 0
}

// cpuid and xgetbv are the instructions of these names. xgetbv needs osxsave.
func cpuid(leaf, sub uint32) (a, b, c, d uint32)
func xgetbv() (a uint32)

// splitTwoScalar and splitTwoWide do what splitTwoPlain does. splitTwoWide needs wide.
//
//go:noescape
func splitTwoScalar(refs, out []uint32, shift, id uint32, zero uint64) (own, foreign int)

//go:noescape
func splitTwoWide(refs, out []uint32, shift, id uint32, zero uint64) (own, foreign int)
