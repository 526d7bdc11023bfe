package play

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
)

// The page has the files in which steps are made, and of the broken marker what is not as in the original.
func TestSources(t *testing.T) {
	source, err := origin.Source(t.Context(), "")
	require.NoError(t, err)
	shop := t.TempDir() // a part of a workshop
	put := func(file string, text []byte) { require.NoError(t, write(filepath.Join(shop, file), text)) }
	for _, pattern := range shown {
		found, err := filepath.Glob(filepath.Join(source, pattern))
		require.NoError(t, err)
		require.NotEmpty(t, found, "there is no such file: %s", pattern)
		put(strings.ReplaceAll(pattern, "*", "some"), []byte("package some\n"))
	}
	for _, e := range Broken.Edits {
		text, err := os.ReadFile(filepath.Join(source, e.File))
		require.NoError(t, err)
		changed, err := Broken.changed(e.File, text)
		require.NoError(t, err)
		put(e.File, text)
		put(path.Join(Broken.of(path.Dir(e.File)), path.Base(e.File)), changed)
	}
	put("mark/broken/options.go", []byte("package mark\n"))
	put("heap/heap.go", []byte("package heap\n"))
	files, err := sources(shop)
	require.NoError(t, err)
	for _, pattern := range shown {
		assert.Contains(t, files, strings.ReplaceAll(pattern, "*", "some"))
	}
	assert.Contains(t, files["mark/internal/engine/broken/trace.go"], "Bug == LateJoin")
	assert.NotContains(t, files["mark/internal/engine/trace.go"], "LateJoin")
	assert.NotContains(t, files, "mark/broken/options.go")
	assert.NotContains(t, files, "heap/heap.go")
}

// A text that the page asks for must be there.
func TestMissingText(t *testing.T) {
	_, err := sentence("no.such.text")
	assert.ErrorContains(t, err, `texts.json has no "no.such.text"`)
}

// A file of this folder has the address of its whole path.
func TestAddressOfAFileHere(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	require.NoError(t, err)
	want, err := FileAddress(filepath.Join(here, "p.html"), "theft")
	require.NoError(t, err)
	got, err := FileAddress("p.html", "theft")
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

// A client that may not write is told what may be done, and browsers are not to guess what
// a page is.
func TestHeaders(t *testing.T) {
	w := httptest.NewRecorder()
	handler(nil).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "http://127.0.0.1/", nil))
	assert.Equal(t, "GET, HEAD", w.Header().Get("Allow"))
	assert.Equal(t, "nosniff", w.Header().Get("X-Content-Type-Options"))
}

// Nothing may stand behind a name or a number of switches that is not a part of it.
func TestLinksWithMore(t *testing.T) {
	for _, typed := range []string{"theft<b>", "theft~6x@a", "theft~x6@a"} {
		_, err := Link(typed)
		assert.Error(t, err, typed)
	}
}
