package handin

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// zipped is an archive with these entries, as a file.
func zipped(t *testing.T, damage func([]byte) []byte, headers ...*zip.FileHeader) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, h := range headers {
		e, err := w.CreateHeader(h)
		require.NoError(t, err)
		if !strings.HasSuffix(h.Name, "/") {
			e.Write([]byte("text of " + h.Name))
		}
	}
	require.NoError(t, w.Close())
	content := b.Bytes()
	if damage != nil {
		content = damage(content)
	}
	name := filepath.Join(t.TempDir(), "a.zip")
	require.NoError(t, os.WriteFile(name, content, 0o600))
	return name
}

func named(names ...string) (all []*zip.FileHeader) {
	for _, name := range names {
		all = append(all, &zip.FileHeader{Name: name, Method: zip.Deflate})
	}
	return all
}

// An archive that could mislead is refused, and the error says which entry is to blame.
func TestHostileArchives(t *testing.T) {
	many := make([]string, mostEntries+1)
	for i := range many {
		many[i] = fmt.Sprint(i)
	}
	locked := named("a", "b")
	locked[1].Flags |= 1
	for says, name := range map[string]string{
		`the entry "../lab.json" leads out`:      zipped(t, nil, named("../lab.json")...),
		`the entry "a/../../b" leads out`:        zipped(t, nil, named("a", "a/../../b")...),
		`the entry "a/../b" leads out`:           zipped(t, nil, named("a/../b")...),
		`the entry "/etc/lab.json" leads out`:    zipped(t, nil, named("/etc/lab.json")...),
		`the entry "//host/lab.json" leads out`:  zipped(t, nil, named(`\\host\lab.json`)...),
		`the entry "c:/lab.json" leads out`:      zipped(t, nil, named(`c:\lab.json`)...),
		`the entry "" leads out`:                 zipped(t, nil, named("")...),
		`the entry "b" is encrypted`:             zipped(t, nil, locked...),
		"the name of an entry has 1025 bytes":    zipped(t, nil, named(strings.Repeat("d/", 512)+"x")...),
		"it has 10001 entries: there may be":     zipped(t, nil, named(many...)...),
		"zip: not a valid zip file":              zipped(t, func(b []byte) []byte { return b[:len(b)/2] }, named("lab.json")...),
		"cannot be read as a zip archive: zip: ": zipped(t, func([]byte) []byte { return nil }),
	} {
		_, _, err := Open(name)
		assert.ErrorContains(t, err, says)
	}
}

// A link in an archive is an irregular file, and a file whose bytes are damaged cannot be read.
func TestFilesOfArchives(t *testing.T) {
	link := named("link", "lab.json")
	link[0].SetMode(fs.ModeSymlink | 0o777)
	files, archive, err := Open(zipped(t, nil, link...))
	require.NoError(t, err)
	defer archive.Close()
	info, err := fs.Stat(files, "link")
	require.NoError(t, err)
	assert.False(t, info.Mode().IsRegular())

	files, damaged, err := Open(zipped(t, func(b []byte) []byte {
		at := bytes.Index(b, []byte("text of"))
		b[at] = 'T'
		return b
	}, &zip.FileHeader{Name: "lab.json", Method: zip.Store}))
	require.NoError(t, err)
	defer damaged.Close()
	_, err = fs.ReadFile(files, "lab.json")
	assert.ErrorIs(t, err, zip.ErrChecksum)
}

func TestOpenOthers(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.go")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, _, err := Open(file)
	assert.ErrorContains(t, err, "a.go is a file: hand in the folder of the lab, or a .zip of it")
	_, _, err = Open(filepath.Join(dir, "none"))
	assert.ErrorIs(t, err, fs.ErrNotExist)
	files, closer, err := Open(dir)
	require.NoError(t, err)
	assert.NoError(t, closer.Close())
	_, err = fs.Stat(files, "a.go")
	assert.NoError(t, err)
	large := filepath.Join(dir, "large.ZIP")
	require.NoError(t, os.WriteFile(large, nil, 0o600))
	require.NoError(t, os.Truncate(large, mostBytes+1))
	_, _, err = Open(large)
	assert.ErrorContains(t, err, "an archive has at most")
}

// Folders around the one that is looked for are entered, if it is the only one.
func TestFind(t *testing.T) {
	is := func(files fs.FS) bool {
		_, err := fs.Stat(files, "lab.json")
		return err == nil
	}
	wide := []string{}
	for i := range mostFolders + 1 {
		wide = append(wide, fmt.Sprintf("%d/x", i))
	}
	for _, c := range []struct {
		names    []string
		at, says string
	}{
		{[]string{"lab.json", "more/lab.json"}, ".", ""},
		{[]string{"a/lab.json", "README"}, "a", ""},
		{[]string{"a/b/c/d/lab.json", "__MACOSX/a/lab.json", ".git/lab.json"}, "a/b/c/d", ""},
		{[]string{"a/x", "b/lab.json"}, "b", ""},
		{[]string{"a/b/c/d/e/lab.json"}, "", ErrNone.Error()},
		{nil, "", ErrNone.Error()},
		{[]string{"a/lab.json", "b/c/lab.json"}, "", "it has 2 folders of labs: a, b/c: hand in one"},
		{wide, "", "it has more than 1000 folders"},
	} {
		files := fstest.MapFS{}
		for _, name := range c.names {
			files[name] = &fstest.MapFile{}
		}
		found, at, err := Find(files, is)
		if c.says != "" {
			assert.EqualError(t, err, c.says)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, c.at, at)
		assert.True(t, is(found))
	}
}
