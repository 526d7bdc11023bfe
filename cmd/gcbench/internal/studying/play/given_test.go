package play

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A file counts as changed if its text differs, or if one source lacks it. Files that the go command does not compile do not
// count.
func TestCompare(t *testing.T) {
	library, source := t.TempDir(), t.TempDir()
	for name, texts := range map[string][2]string{
		"stealq/same.go": {"package stealq", "package stealq"}, "stealq/abp.go": {"package stealq", "package stealq // changed"},
		"mark/old.go": {"package mark", ""}, "mark/new.go": {"", "package mark"},
		"stealq/abp_test.go": {"package stealq", "package stealq // changed"}, "README.md": {"a", "b"}, "testdata/x.go": {"package x", ""},
	} {
		for i, root := range []string{library, source} {
			if texts[i] != "" {
				require.NoError(t, write(filepath.Join(root, filepath.FromSlash(name)), []byte(texts[i])))
			}
		}
	}
	g, err := Compare(source, library)
	require.NoError(t, err)
	assert.Equal(t, &Given{Compared: true, Changed: []string{"mark/new.go", "mark/old.go", "stealq/abp.go"}}, g)
	g, err = Compare(library, library)
	require.NoError(t, err)
	assert.Empty(t, g.String())
	_, err = Compare(filepath.Join(source, "nowhere"), library)
	assert.Error(t, err)
}

func TestGivenInWords(t *testing.T) {
	for want, g := range map[string]Given{
		"which may not be the library's":         {},
		"":                                       {Compared: true},
		"changed from the library in a.go, b.go": {Compared: true, Changed: []string{"a.go", "b.go"}},
		"changed from the library in a.go, b.go, c.go and 2 more files": {Compared: true, Changed: []string{"a.go", "b.go", "c.go", "d.go", "e.go"}},
	} {
		assert.Equal(t, want, g.String())
	}
}

// Lines keep their numbers, and what is in no function is not there.
func TestFunctions(t *testing.T) {
	assert.Equal(t, "\npackage a\n\n\n\nfunc f() {\n\tg() // why\n}\n\n\n\nvar h = func() {\n}\n",
		functions("// A comment.\npackage a\n\nimport \"b\"\n// f is f.\nfunc f() {\n\tg() // why\n}\n\ntype t struct{}\n\nvar h = func() {\n}\n"))
	assert.Equal(t, "package", functions("package"))
}
