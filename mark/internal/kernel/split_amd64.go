//go:build amd64 && !race && !interleave

package kernel

// Wide says whether this processor splits 16 refs at a time. It needs AVX-512F, and a system
// that keeps the wide registers when it switches threads.
var Wide = hasAVX512()

// hasAVX512 asks the processor: Intel 64 and IA-32 Architectures Software Developer's
// Manual, volume 1, section 15.2.
func hasAVX512() bool {
	const (
		popcnt, osxsave = 1 << 23, 1 << 27
		avx512f         = 1 << 16
		kept            = 1<<1 | 1<<2 | 7<<5 // XMM, YMM, and the three parts of AVX-512
	)
	if leaves, _, _, _ := cpuid(0, 0); leaves < 7 {
		return false
	}
	if _, _, c, _ := cpuid(1, 0); c&popcnt == 0 || c&osxsave == 0 || xgetbv()&kept != kept {
		return false
	}
	_, b, _, _ := cpuid(7, 0)
	return b&avx512f != 0
}

// cpuid and xgetbv are the instructions of these names. xgetbv needs osxsave.
func cpuid(leaf, sub uint32) (a, b, c, d uint32)
func xgetbv() (a uint32)

// splitTwoScalar and splitTwoWide do what splitTwoPlain does. splitTwoWide needs Wide.
//
//go:noescape
func splitTwoScalar(refs, out []uint32, shift, id uint32, zero uint64) (own, foreign int)

//go:noescape
func splitTwoWide(refs, out []uint32, shift, id uint32, zero uint64) (own, foreign int)
