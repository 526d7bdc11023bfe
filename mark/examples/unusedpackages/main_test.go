package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// files are a module. Its tests of store need store/fake, and its tests of old need old/fake.
var files = map[string]string{
	"go.mod":             "module m\n\ngo 1.25\n",
	"cmd/main.go":        "package main\n\nimport _ \"m/http\"\n\nfunc main() {}\n",
	"http/a.go":          "package http\n\nimport (\n\t_ \"fmt\"\n\t_ \"m/store\"\n)\n",
	"store/a.go":         "package store\n",
	"store/a_test.go":    "package store_test\n\nimport (\n\t_ \"m/store\"\n\t_ \"m/store/fake\"\n)\n",
	"store/fake/a.go":    "package fake\n",
	"old/a.go":           "package old\n\nimport _ \"m/old/deep\"\n",
	"old/a_test.go":      "package old\n\nimport _ \"m/old/fake\"\n",
	"old/deep/a.go":      "package deep\n\nimport _ \"m/store\"\n",
	"old/fake/a.go":      "package fake\n",
	"nobody/a.go":        "package nobody\n",
	"nobody/a_test.go":   "package nobody_test\n\nimport _ \"m/nobody\"\n",
	"cmd/testdata/no.go": "package no\n",
}

func moduleOf(t *testing.T, files map[string]string) (folder string) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	folder = t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return folder
}

func output(t *testing.T, folder, why string, roots ...string) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, run(t.Context(), &out, folder, why, roots))
	return out.String()
}

// TestUnused: what main packages need is used, and so is what tests of such packages need.
// That a package has tests does not make it used.
func TestUnused(t *testing.T) {
	folder := moduleOf(t, files)
	assert.Equal(t, "m/nobody\nm/old\nm/old/deep\nm/old/fake\n", output(t, folder, ""))
	assert.Equal(t, "m/nobody\n", output(t, folder, "", "m/old"))
	assert.Equal(t, "needed: m/cmd\nimports m/http\nimports m/store\nimports m/store/fake\n", output(t, folder, "m/store/fake"))
	assert.Equal(t, "m/old/deep is not needed\n", output(t, folder, "m/old/deep"))
}

// TestProblems: each error says what would be right.
func TestProblems(t *testing.T) {
	folder := moduleOf(t, files)
	var out strings.Builder
	assert.ErrorContains(t, run(t.Context(), &out, folder, "fmt", nil), "-why fmt: it must be the import path of a package of the module")
	assert.ErrorContains(t, run(t.Context(), &out, folder, "", []string{"./old"}), "root ./old: it must be the import path")
	assert.ErrorContains(t, run(t.Context(), &out, t.TempDir(), "", nil), "go list ./... in ")
	library := moduleOf(t, map[string]string{"go.mod": "module l\n\ngo 1.25\n", "a.go": "package l\n"})
	assert.ErrorContains(t, run(t.Context(), &out, library, "", nil), "there is no main package")
	assert.Empty(t, out.String())
}
