package play

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
)

// The page has the files in which steps are made, no tests, and of the broken marker what is not as in the original.
func TestSources(t *testing.T) {
	source, err := origin.Source(t.Context(), "")
	require.NoError(t, err)
	files, err := sources(source)
	require.NoError(t, err)
	for file, text := range files {
		assert.False(t, strings.HasSuffix(file, "_test.go"), file)
		assert.NotEmpty(t, text, file)
	}
	assert.Contains(t, files, "stealq/interleave/printed/stealhalf.go")
	assert.Contains(t, files["mark/internal/engine/broken/trace.go"], "Bug == LateJoin")
	assert.NotContains(t, files["mark/internal/engine/trace.go"], "LateJoin")
	assert.NotContains(t, files, "mark/broken/options.go")
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

// Who may not write is told what may be done, and browsers are not to guess what a page is.
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
