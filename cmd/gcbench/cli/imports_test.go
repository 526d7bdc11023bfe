package cli

import (
	"errors"
	"go/build"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// dumpReaders are the packages in heap/dump that read dumps of other runtimes, and other graphs.
var dumpReaders = []string{"gap", "git", "hprof", "mmtk", "mtx", "ruby", "v8"}

// The arrows of docs/architecture.md: which packages of this module and which
// other modules each package may import, outside its tests.
func TestImports(t *testing.T) {
	const module = "github.com/seed-3ccf4018/halfmark/"
	const xxhash = "github.com/cespare/xxhash/v2"
	allowed := map[string][]string{
		"heap":                        {xxhash},
		"heap/shape":                  {module + "heap"},
		"heap/dump":                   {module + "heap", module + "heap/dump/printable"},
		"heap/dump/godump":            {module + "heap", module + "heap/dump/printable", module + "heap/dump/sink", module + "heap/dump/internal/input", module + "heap/dump/internal/objects"},
		"heap/dump/sink":              {module + "heap", module + "heap/dump/printable", module + "heap/dump/internal/input", module + "heap/dump/internal/objects"},
		"heap/dump/internal/input":    {},
		"heap/dump/internal/dumptest": {module + "heap", module + "mark"},
		"heap/dump/internal/objects":  {module + "heap"},
		"heap/dump/internal/text":     {module + "heap/dump/internal/input", module + "heap/dump/sink"},
		"heap/dump/edgelist":          {module + "heap", module + "heap/dump/internal/text"},
		"heap/dump/namelist":          {module + "heap", module + "heap/dump/edgelist", module + "heap/dump/internal/text"},
		"heap/dump/printable":         {},

		"stealq":            {},
		"stealq/sim":        {},
		"stealq/stealqtest": {module + "stealq", module + "stealq/interleave", module + "stealq/interleave/panicked", module + "stealq/interleave/scene", module + "stealq/stealqtest/internal/small"},
		"overflow":          {},

		"stealq/stealqtest/example":        {module + "stealq"},
		"stealq/stealqtest/internal/small": {module + "stealq", module + "stealq/interleave", module + "stealq/interleave/scene"},

		"mark":                    {module + "heap", module + "mark/internal/engine", module + "mark/internal/kernel", module + "mark/internal/ledger", module + "mark/internal/options", module + "mark/internal/policy", module + "mark/internal/probe", module + "mark/internal/source", module + "mark/stats", module + "mark/timeline", module + "mark/tune", module + "stealq"},
		"mark/internal/engine":    {module + "heap", module + "mark/internal/chain", module + "mark/internal/crew", module + "mark/internal/faults", module + "mark/internal/forward", module + "mark/internal/kernel", module + "mark/internal/ledger", module + "mark/internal/options", module + "mark/internal/plan", module + "mark/internal/policy", module + "mark/internal/probe", module + "mark/internal/progress", module + "mark/internal/ranges", module + "mark/internal/record", module + "mark/internal/source", module + "mark/internal/thin", module + "mark/internal/virtual", module + "mark/internal/work", module + "mark/stats", module + "mark/timeline", module + "mark/tune", module + "stealq"},
		"mark/concurrent":         {},
		"mark/concurrent/states":  {module + "mark/concurrent"},
		"mark/stats":              {module + "mark/tune", module + "stealq"},
		"mark/internal/chain":     {module + "heap", module + "mark/internal/kernel", module + "mark/internal/policy"},
		"mark/internal/crew":      {module + "mark/internal/policy", module + "mark/internal/virtual", module + "mark/tune"},
		"mark/internal/kernel":    {module + "heap"},
		"mark/internal/faults":    {},
		"mark/internal/probe":     {module + "mark/timeline", module + "stealq"},
		"mark/internal/progress":  {module + "mark/stats"},
		"mark/internal/ranges":    {module + "mark/internal/policy", module + "stealq"},
		"mark/internal/ledger":    {module + "heap", module + "stealq"},
		"mark/internal/record":    {},
		"mark/internal/options":   {module + "mark/internal/forward", module + "mark/internal/plan", module + "mark/internal/policy", module + "mark/internal/probe", module + "mark/stats", module + "mark/timeline", module + "mark/tune", module + "stealq"},
		"mark/internal/virtual":   {module + "mark/internal/coherence", module + "mark/sim/costs", module + "mark/sim/machines", module + "stealq"},
		"mark/internal/coherence": {module + "mark/sim/machines"},
		"mark/internal/work":      {module + "heap", module + "mark/internal/ledger", module + "mark/internal/policy", module + "mark/internal/virtual", module + "mark/stats", module + "overflow", module + "stealq"},
		"mark/internal/thin":      {module + "mark/internal/chain", module + "mark/internal/kernel", module + "mark/internal/policy", module + "mark/internal/work", module + "mark/stats"},
		"mark/internal/source":    {module + "heap", module + "mark/internal/chain", module + "mark/internal/kernel", module + "mark/internal/policy"},
		"mark/floor":              {module + "heap", module + "mark", module + "mark/internal/forward", module + "mark/internal/kernel", module + "mark/internal/policy", module + "mark/internal/record"},
		"mark/internal/plan":      {module + "mark/internal/policy", module + "mark/tune"},
		"mark/internal/policy":    {module + "mark/internal/kernel", module + "stealq", module + "mark/tune"},
		"mark/sim":                {module + "heap", module + "mark", module + "mark/internal/coherence", module + "mark/internal/engine", module + "mark/internal/policy", module + "mark/internal/probe", module + "mark/internal/virtual", module + "mark/sim/costs", module + "mark/sim/machines", module + "mark/stats", module + "mark/timeline", module + "mark/tune", module + "stealq"},
		"mark/sim/calibrate":      {module + "heap", module + "heap/shape", module + "mark", module + "mark/internal/kernel", module + "mark/sim", module + "mark/sim/machines", module + "mark/tune"},
		"mark/sim/machines":       {module + "mark/sim/costs"},
		"mark/sim/costs":          {module + "heap", module + "mark/internal/policy"},
		"mark/timeline":           {module + "stealq"},
		"mark/tune":               {module + "stealq"},
		"mark/pairs":              {module + "mark", module + "stealq", module + "mark/tune"},
		"mark/life":               {module + "heap", module + "mark", module + "stealq", module + "mark/tune", module + "stealq/interleave/panicked"},
		"mark/dominators":         {module + "heap", module + "mark", module + "mark/internal/ask"},
		"mark/internal/ask":       {module + "heap", module + "mark", module + "mark/internal/faults", module + "mark/internal/source"},
		"mark/reach":              {module + "heap", module + "mark", module + "mark/internal/ask", module + "mark/internal/faults", module + "mark/internal/kernel", module + "mark/internal/policy", module + "mark/internal/source", module + "mark/tune"},
		"mark/walk":               {module + "mark"},

		"mark/internal/forward": {module + "mark/internal/kernel", module + "mark/internal/policy", module + "mark/stats"},

		"mark/examples/blobstore":      {module + "mark/walk"},
		"mark/examples/gitorphans":     {module + "heap", module + "heap/dump/git", module + "heap/dump/sink", module + "mark", module + "mark/reach"},
		"mark/examples/leak":           {},
		"mark/examples/unusedpackages": {module + "mark", module + "mark/reach"},
	}
	for _, reader := range dumpReaders {
		allowed["heap/dump/"+reader] = []string{module + "heap", module + "heap/dump/internal/input", module + "heap/dump/internal/text", module + "heap/dump/sink", module + "heap/dump/printable"}
		allowed["heap/dump"] = append(allowed["heap/dump"], module+"heap/dump/"+reader)
	}
	allowed["heap/dump/mtx"] = append(allowed["heap/dump/mtx"], module+"heap/dump/edgelist") // which says how many nodes a file may claim
	listed := 0
	for pkg, imports := range importsOf(t) {
		pkg = strings.TrimPrefix(pkg, module)
		if strings.HasPrefix(pkg, "cmd/") {
			continue
		}
		if strings.HasPrefix(pkg, "stealq/interleave") { // knows nothing of what it explores
			requireWithin(t, module+"stealq/interleave", pkg, imports)
			continue
		}
		may, known := allowed[pkg]
		require.True(t, known, "package %s is not in docs/architecture.md", pkg)
		if pkg == "heap/dump" {
			may = append(may, module+"heap/dump/godump", module+"heap/dump/edgelist")
		}
		for _, i := range imports {
			if first, _, _ := strings.Cut(i, "/"); strings.Contains(first, ".") { // not the standard library
				require.Contains(t, may, i, "%s may not import it", pkg)
			}
		}
		listed++
	}
	require.GreaterOrEqual(t, listed, len(allowed))
}

// TestSchemaAndText: the structs of reports know nothing of the tool, and text for people is known to the command line alone.
func TestSchemaAndText(t *testing.T) {
	const command = "github.com/seed-3ccf4018/halfmark/cmd/gcbench/"
	all := importsOf(t)
	require.Contains(t, all[command+"cli"], command+"internal/telling/text")
	require.Contains(t, all, command+"internal/telling/schema")
	for pkg, imports := range all {
		for _, i := range imports {
			require.False(t, pkg == command+"internal/telling/schema" && strings.HasPrefix(i, command), "%s may not import %s", pkg, i)
			require.False(t, !strings.HasPrefix(pkg, command+"cli") && i == command+"internal/telling/text", "%s may not import %s", pkg, i)
		}
	}
}

// TestRooms: a reader who opens the tool sees a handful of rooms, and each is in docs/architecture.md.
func TestRooms(t *testing.T) {
	rooms, err := os.ReadDir(filepath.Join("..", "internal"))
	require.NoError(t, err)
	require.LessOrEqual(t, len(rooms), 7)
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "architecture.md"))
	require.NoError(t, err)
	for _, r := range rooms {
		require.Contains(t, string(page), "| `"+r.Name()+"` |")
	}
	for pkg := range importsOf(t) {
		if _, name, inside := strings.Cut(pkg, "/cmd/gcbench/internal/"); inside {
			require.Contains(t, string(page), "`"+name+"`", "a package that docs/architecture.md does not name")
		}
	}
}

// requireWithin allows a package the packages of one room and the standard library.
func requireWithin(t *testing.T, room, pkg string, imports []string) {
	t.Helper()
	for _, i := range imports {
		if first, _, _ := strings.Cut(i, "/"); strings.Contains(first, ".") {
			require.True(t, strings.HasPrefix(i, room), "%s may not import %s", pkg, i)
		}
	}
}

func importsOf(t *testing.T) map[string][]string {
	t.Helper()
	all, err := listImports()
	require.NoError(t, err)
	return all
}

// listImports reads what go list would print, in a part of its time: the imports of each package of this module,
// outside its tests, with the tags of this build.
var listImports = sync.OnceValues(func() (map[string][]string, error) {
	root, all := filepath.Join("..", "..", ".."), map[string][]string{}
	return all, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if path != root {
			_, another := os.Stat(filepath.Join(path, "go.mod"))
			if another == nil || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_") {
				return filepath.SkipDir
			}
		}
		p, err := build.ImportDir(path, 0)
		var none *build.NoGoError
		if errors.As(err, &none) {
			return nil
		}
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, path)
		all[strings.TrimSuffix("github.com/seed-3ccf4018/halfmark/"+filepath.ToSlash(folder), "/.")] = p.Imports
		return err
	})
})
