package measure

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestProbeReadsEachLineOnce: a pass comes to every page, and to one line of each pair.
func TestProbeReadsEachLineOnce(t *testing.T) {
	pages, lines := map[uint32]int{}, map[uint32]int{}
	at := uint32(0)
	for range 2 * probePages {
		at = nextProbePage(at)
		pages[at%probePages]++
	}
	require.Len(t, pages, probePages)
	for _, n := range pages {
		require.Equal(t, 2, n)
	}
	for _, line := range probeLines {
		lines[line/probeLine]++
		require.Zero(t, line%probeLine)
		require.Less(t, line, uint32(probePage))
	}
	require.Len(t, lines, probeReads)
}

// TestProbeDoesItsWork: what a pass reads adds up, and all passes do the same.
func TestProbeDoesItsWork(t *testing.T) {
	const pages = 64
	p := newProbe(pages)
	for i := range p.memory {
		p.memory[i] = 0
		if i%probeLine == 0 {
			p.memory[i] = 3
		}
	}
	for pass := range uint64(3) {
		assert.GreaterOrEqual(t, p.Measure(), 0.0)
		assert.Equal(t, (pass+1)*3*pages*probeReads, p.sum)
	}
}
