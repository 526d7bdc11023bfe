package sim

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
)

// The simulation has constants of its own for what package mark does not
// export. They are compared with that package's source.
func TestConstantsAreTheMarkers(t *testing.T) {
	marker := markerScope(t)
	for name, here := range map[string]int64{
		"batchObjects": batchObjects, "hungryBatchObjects": hungryBatchObjects, "chunkRefs": chunkRefs, "stackHigh": stackHigh, "stackKeep": stackKeep,
		"recoverRefs": recoverRefs, "defaultInFlight": defaultInFlight, "loadFactor": loadFactor, "cursors": cursors, "rootsObject": rootsObject,
		"spinLooks": spinLooks, "yieldLooks": yieldLooks, "backoffDoublings": backoffDoublings,
	} {
		c, ok := marker.Lookup(name).(*types.Const)
		require.True(t, ok, "package mark has no constant %s any more", name)
		there, exact := constant.Int64Val(c.Val())
		require.True(t, exact)
		require.Equal(t, there, here, name)
	}
	source, err := os.ReadFile("../worker.go")
	require.NoError(t, err)
	p := paceOf(2)
	require.Equal(t, pace{batchObjects, hungryBatchObjects, defaultInFlight, p.recruit, p.found}, p)
	require.Contains(t, string(source), fmt.Sprintf(
		"var memoryPace = pace{batch: batchObjects, hungryBatch: hungryBatchObjects, inFlight: defaultInFlight, recruit: %d, found: %d, computes: true}\n", p.recruit, p.found))
	source, err = os.ReadFile("../run.go")
	require.NoError(t, err)
	require.Equal(t, pace{1, 1, 1, 1, 0}, paceOf(1))
	require.Contains(t, string(source), "m.pace = pace{batch: 1, hungryBatch: 1, inFlight: 1, recruit: 1}\n")
	require.EqualValues(t, kernel.SmallRefs, smallRefs)
	require.EqualValues(t, kernel.CollectRoom, collectRoom)
	source, err = os.ReadFile("../idle.go")
	require.NoError(t, err)
	require.Contains(t, strings.Join(strings.Fields(string(source)), " "), "backoffFirst = time.Microsecond ")
	require.EqualValues(t, 1000, backoffFirst)
}

// markerScope is what package mark declares. Constants made of what it imports
// have no value there, for imports are not followed.
func markerScope(t *testing.T) *types.Scope {
	names, err := filepath.Glob("../*.go")
	require.NoError(t, err)
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			files = append(files, f)
		}
	}
	config := types.Config{Error: func(error) {}} // of imports, and all that follows
	pkg, _ := config.Check("mark", set, files, nil)
	return pkg.Scope()
}
