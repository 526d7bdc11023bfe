package machine

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// smaps has a mapping that was advised and one that was not; lines that are not read are
// left out.
const smaps = `00400000-00800000 r-xp 00000000 fe:00 43 /usr/bin/gcbench
Rss:                1568 kB
AnonHugePages:         0 kB
VmFlags: rd ex mr mw me
c000000000-c004000000 rw-p 00000000 00:00 0 
Rss:               65536 kB
AnonHugePages:      4096 kB
VmFlags: rd wr mr mw me ac sd hg 
7f0000100000-7f0003f00000 rw-p 00000000 00:00 0 [anon: Go: heap]
AnonHugePages:     61440 kB
VmFlags: rd wr mr mw me ac sd hg
ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]
VmFlags: ex
`

func TestHugePagesOfMappings(t *testing.T) {
	const size = 2 * mib
	for _, c := range []struct {
		name                      string
		text                      string
		low, high, asked, granted uint64
	}{
		{"one mapping", smaps, 0xc000002000, 0xc003ff0000, 64 * mib, 4 * mib},
		{"the ends are not whole pages", smaps, 0x7f0000100000, 0x7f0000100001, 60 * mib, 60 * mib},
		{"two mappings", smaps, 0xc000000000, 0x7f0000200000, 124 * mib, 64 * mib},
		{"not advised", smaps, 0x400000, 0x500000, 0, 0},
		{"not there", smaps, 0x900000, 0xa00000, 0, 0},
		{"beyond the end", smaps, 0xc004000000, 0xc004000001, 0, 0},
		{"cut off", smaps[:200], 0, 1 << 63, 0, 0},
		{"no numbers", "c000000000-c004000000 rw-p\nAnonHugePages: x kB\nVmFlags: hg\n", 0xc000000000, 0xc000000001, 64 * mib, 0},
		{"no addresses", "c0-\n-\nx-y\nVmFlags: hg\nAnonHugePages: 4 kB\n5-3 rw-p\nVmFlags: hg", 0, 1 << 63, 0, 0},
		{"more than there is room", "c000000000-c000200000 rw-p\nAnonHugePages: 8192 kB\nVmFlags: hg\n", 0xc000000000, 0xc000000001, size, size},
		{"smaller than a page", "c000001000-c000002000 rw-p\nAnonHugePages: 0 kB\nVmFlags: hg\n", 0xc000001000, 0xc000001001, 0, 0},
	} {
		asked, granted := hugePages(c.text, c.low, c.high, size)
		assert.Equal(t, []uint64{c.asked, c.granted}, []uint64{asked, granted}, c.name)
	}
}

func TestChosen(t *testing.T) {
	assert.Equal(t, "madvise", chosen("always [madvise] never\n"))
	assert.Equal(t, "never", chosen("always madvise [never]"))
	assert.Empty(t, chosen("always"))
	assert.Empty(t, chosen(""))
}

func TestJudgeHugePages(t *testing.T) {
	const size = 2 * mib
	assert.Empty(t, judgeHugePages(0, 0, size, "never"), "nobody asked")
	assert.Empty(t, judgeHugePages(100*mib, 90*mib, size, "madvise"))
	assert.Empty(t, judgeHugePages(2*mib, 0, size, "madvise"), "one page")
	assert.Equal(t, "huge pages cover 12 of the 98 MiB that asked for them: marks wait for the page tables, too, and another process may get more of them; free memory and start again, or run as root: echo 1 >/proc/sys/vm/compact_memory",
		judgeHugePages(98*mib, 12*mib, size, "madvise"))
	assert.Contains(t, judgeHugePages(98*mib, 0, size, "never"), "as root, echo madvise >/sys/kernel/mm/transparent_hugepage/enabled")
}

// TestHugePagesHere: whatever this machine grants is no failure.
func TestHugePagesHere(t *testing.T) {
	assert.Empty(t, HugePages(nil))
	t.Log(HugePages(make([]byte, 100)))
	t.Log(HugePages(make([]byte, 16*mib)))
}
