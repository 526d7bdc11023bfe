package git

import (
	"encoding/binary"
	"encoding/hex"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTable: hashes are found, whether they are spread or crowd in one range.
func TestTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, crowded := range []int{0, 4, 10} { // equal bytes at the beginning
		for _, n := range []int{0, 1, 2, 9, 100, 3000} {
			table, known := table{width: 20}, map[string]uint64{}
			random := func() []byte {
				hash := make([]byte, 20)
				binary.BigEndian.PutUint64(hash[crowded:], rng.Uint64())
				return hash
			}
			for i := range n {
				hash := random()
				table.add(hash, kind(i%2))
				known[string(hash)] = uint64(i)
			}
			_, twice := table.sort()
			require.False(t, twice)
			for hash, i := range known {
				found, ok := table.find([]byte(hash))
				require.True(t, ok)
				require.Equal(t, i, found)
				digits := hex.EncodeToString([]byte(hash))
				found, ok = table.unique(digits[:39])
				require.True(t, ok)
				require.Equal(t, i, found)
			}
			for range 100 {
				_, ok := table.find(random())
				require.False(t, ok)
			}
			_, ok := table.unique("0000")
			assert.Equal(t, crowded == 4 && n == 1 || crowded == 10 && n == 1, ok, "%d hashes begin so", n)
			if n > 0 {
				table.add(table.hash(n-1), blob)
				_, twice = table.sort()
				require.True(t, twice)
			}
		}
	}
}

// TestWanted: the hashes of what is no blob, however they are read.
func TestWanted(t *testing.T) {
	table := table{width: 20}
	for i, k := range []kind{blob, tree, blob, commit, tag, blob} {
		table.add(raw(i), k)
	}
	want := strings.Join([]string{hash(1), hash(3), hash(4), ""}, "\n")
	for _, in := range []io.Reader{table.wanted(), iotest.OneByteReader(table.wanted()), iotest.HalfReader(table.wanted())} {
		got, err := io.ReadAll(in)
		require.NoError(t, err)
		assert.Equal(t, want, string(got))
	}
}
