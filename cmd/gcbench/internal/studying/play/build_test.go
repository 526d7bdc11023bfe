package play

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/policy"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// The page is small, holds together without another file, and its source is only read.
func TestSlowPage(t *testing.T) {
	tagged.Slow(t)
	source := workshop(t)
	before := filesOf(t, source)
	readOnly(t, source)
	toolchain, err := Find(t.Context(), source)
	require.NoError(t, err)
	page, err := toolchain.Scenes(t.Context(), source, nil)
	require.NoError(t, err)
	t.Logf("%d bytes", len(page))
	assert.LessOrEqual(t, len(page), LargestPage)
	assert.NotContains(t, string(page), ` src=`)
	requirePolicy(t, page)
	assert.Contains(t, string(page), " "+filepath.Base(source)+", gcbench "+machine.Program()+", "+toolchain.Version+"</p>")
	assert.NotContains(t, string(page), source, "a page that is sent says where its maker's folders are")
	assert.Equal(t, before, filesOf(t, source), "the source was written to")
	again, err := toolchain.Scenes(t.Context(), source, nil)
	require.NoError(t, err)
	assert.Equal(t, page, again, "the same source makes another page")
}

// requirePolicy: the policy of a page allows its one script, WebAssembly and a worker from the page's own text, and
// nothing that could be fetched. Nor has the page what the policy would stop: a script or a handler in its markup,
// or an address but the data URI of its icon.
func requirePolicy(t *testing.T, page []byte) {
	t.Helper()
	found := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllSubmatch(page, -1)
	require.Len(t, found, 1)
	assert.Equal(t, (&policy.Page{Scripts: []string{string(found[0][1])}, Engine: true}).String(), policy.Of(page))
	markup := string(page[:bytes.Index(page, []byte("<script"))])
	assert.Less(t, strings.Index(markup, "Content-Security-Policy"), strings.Index(markup, "<style"), "it holds from there on")
	assert.NotRegexp(t, `<[a-z][^>]* on[a-z]+=`, markup)
	for _, address := range regexp.MustCompile(`(?:href|src|action|url)\s*[=(]\s*"?([^" >)]*)`).FindAllStringSubmatch(markup, -1) {
		assert.True(t, address[1] == "data:," || strings.HasPrefix(address[1], "#"), address[0])
	}
}

// readOnly takes the right to write from all below a folder, as the go command does with
// what it fetches.
func readOnly(t *testing.T, root string) {
	t.Helper()
	chmod := func(forbid, allow os.FileMode) error {
		return filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := entry.Info()
			if err != nil {
				return err
			}
			return os.Chmod(path, info.Mode().Perm()&^forbid|allow)
		})
	}
	require.NoError(t, chmod(0o222, 0))
	t.Cleanup(func() { chmod(0, 0o200) })
}

// Source that does not compile is reported with the file and the line, and with the Go
// that says so.
func TestSlowPageOfWrongSource(t *testing.T) {
	tagged.Slow(t)
	source := workshop(t)
	require.NoError(t, write(filepath.Join(source, "cmd", "gcbench", "internal", "studying", "play", "stage", "wrong.go"), []byte("package stage\n\nvar wrong int = \"\"\n")))
	toolchain, err := Find(t.Context(), source)
	require.NoError(t, err)
	_, err = toolchain.Scenes(t.Context(), source, nil)
	assert.ErrorContains(t, err, "the source in "+source+" does not compile with go1.")
	assert.ErrorContains(t, err, "stage/wrong.go:3:17: cannot use")
	var failed *origin.Failure
	assert.ErrorAs(t, err, &failed)
}

// The go command may not work in the folder of the source, or be too old for its go.mod. It says so.
func TestFindFails(t *testing.T) {
	source := t.TempDir()
	t.Setenv("GOTOOLCHAIN", "nonsense")
	_, err := Find(t.Context(), source)
	assert.ErrorContains(t, err, "the go command does not work in "+source+`: go: invalid GOTOOLCHAIN "nonsense"`)
	t.Setenv("GOTOOLCHAIN", "local")
	require.NoError(t, write(filepath.Join(source, "go.mod"), []byte("module "+origin.Module+"\n\ngo 1.999\n")))
	toolchain, err := Find(t.Context(), source)
	require.NoError(t, err)
	_, err = toolchain.compile(t.Context(), Program{Dir: source, Package: "."})
	assert.ErrorContains(t, err, "go.mod requires go >= 1.999 (running go 1.")
}

// wasm_exec.js lies in the folder of the Go that compiles, or it is said where it was looked for.
func TestGlue(t *testing.T) {
	root := t.TempDir()
	at := &Toolchain{root: root}
	_, err := at.glue()
	assert.ErrorContains(t, err, "the Go in "+root+" has no file lib/wasm/wasm_exec.js")
	require.NoError(t, write(filepath.Join(root, "lib", "wasm", "wasm_exec.js"), []byte("glue")))
	text, err := at.glue()
	require.NoError(t, err)
	assert.Equal(t, "glue", string(text))
}
