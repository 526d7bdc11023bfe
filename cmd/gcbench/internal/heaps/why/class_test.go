package why

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source/sourcetest"
)

// TestLookAtClass: a list of nodes is one step of a chain, and what is not reachable counts as
// that.
func TestLookAtClass(t *testing.T) {
	h := sourcetest.Classed(t, []string{"Cache", "Node", "Node", "Node", "Session", "Session", "Session"},
		[][2]uint64{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 5}})
	of, err := LookAtClass(h, "Session")
	require.NoError(t, err)
	assert.Equal(t, []uint64{3, 2, 32}, []uint64{of.Objects, of.Live, of.Bytes})
	require.Len(t, of.Chains, 2)
	assert.Equal(t, Chain{Root: "a frame", Classes: []string{"Cache", "Node", "Session"}, Objects: 1, Bytes: 16, Example: of.Chains[0].Example}, of.Chains[0])
	assert.Equal(t, []string{"Cache", "Session"}, of.Chains[1].Classes)
	of, err = LookAtClass(h, "Cache")
	require.NoError(t, err)
	assert.Equal(t, []uint64{1, 1, 16}, []uint64{of.Objects, of.Live, of.Bytes})
	_, err = LookAtClass(h, "session")
	assert.EqualError(t, err, "toy has no class session: did you mean Session?")
	_, err = LookAtClass(h, "x")
	assert.EqualError(t, err, "toy has no class x: gcbench info lists the largest ones")
	_, err = LookAtClass(sourcetest.Classed(t, nil, nil), "x")
	assert.EqualError(t, err, "toy (toy dump) does not say the classes of objects")
}

// TestClassIsMeant: the object's class comes before the class of its class, and the spellings of
// other tools are known.
func TestClassIsMeant(t *testing.T) {
	classes := []string{"class Shop$Order", "java.nio.ByteOrder", "Shop$Order", "Shop$Order", "Net::HTTP"}
	for text, want := range map[string]string{
		"Order":      `did you mean Shop$Order, "class Shop$Order" or java.nio.ByteOrder?`,
		"shop.order": `did you mean Shop$Order or "class Shop$Order"?`,
		"Shop/Order": `did you mean Shop$Order or "class Shop$Order"?`,
		"http":       "did you mean Net::HTTP?",
		"Ordr":       "gcbench info lists the largest ones",
		"":           "gcbench info lists the largest ones",
	} {
		assert.Equal(t, want, meant(classes, text, "gcbench info lists the largest ones"), text)
	}
}

// TestChainsAreBounded: classes that take turns make one chain, and a list in which each object
// has its own class is cut.
func TestChainsAreBounded(t *testing.T) {
	const n = 2000
	var turns, own []string
	var list [][2]uint64
	for i := range uint64(n) {
		turns = append(turns, []string{"Key", "Value"}[i%2])
		own = append(own, fmt.Sprint("Class", i))
		if i > 0 {
			list = append(list, [2]uint64{i - 1, i})
		}
	}
	of, err := LookAtClass(sourcetest.Classed(t, turns, list), "Value")
	require.NoError(t, err)
	require.Len(t, of.Chains, 1)
	assert.Equal(t, []string{"Key", "Value"}, of.Chains[0].Classes)
	assert.EqualValues(t, n/2, of.Chains[0].Objects)
	of, err = LookAtClass(sourcetest.Classed(t, own, list), "Class1999")
	require.NoError(t, err)
	require.Len(t, of.Chains, 1)
	assert.Len(t, of.Chains[0].Classes, 31)
	assert.Equal(t, "…", of.Chains[0].Classes[30])
}
