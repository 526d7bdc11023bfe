package lab

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// archive is a zip file with these files. damage changes its bytes.
func archive(t *testing.T, files Files, modes map[string]fs.FileMode, damage func([]byte) []byte) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range files {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate}
		h.SetMode(0o600 | modes[name])
		e, err := w.CreateHeader(h)
		require.NoError(t, err)
		e.Write([]byte(text))
	}
	require.NoError(t, w.Close())
	name := filepath.Join(t.TempDir(), "ann.zip")
	require.NoError(t, os.WriteFile(name, damage(b.Bytes()), 0o600))
	return name
}

// An archive that asks for much, or is not what it says, is not judged. The report says why, and lists each check.
func TestHostileSubmissions(t *testing.T) {
	const state, answer = `{"lab":"mark"}`, "mark_answer.go"
	zeros := strings.Repeat("\x00", 2*largest)
	same := func(b []byte) []byte { return b }
	link := map[string]fs.FileMode{answer: fs.ModeSymlink, "lab.json": 0}
	many := Files{stateFile: state}
	for i := range 30 {
		many[string(rune('a'+i%26))+strings.Repeat("x", i)+".go"] = zeros[:largest/8]
	}
	for says, path := range map[string]string{
		answer + " has 2097152 bytes":                archive(t, Files{stateFile: state, answer: zeros}, nil, same),
		answer + " cannot be read: zip: not a valid": archive(t, Files{stateFile: state, answer: zeros}, nil, func(b []byte) []byte { return bytes.ReplaceAll(b, []byte{0, 0, 0x20, 0}, []byte{9, 0, 0, 0}) }),
		"the files of the answer have more than":     archive(t, many, nil, same),
		answer + " is no regular file":               archive(t, Files{stateFile: state, answer: "/etc/passwd"}, link, same),
		stateFile + " has 2097152 bytes":             archive(t, Files{stateFile: zeros, answer: ""}, nil, same),
		stateFile + " is no regular file":            archive(t, Files{stateFile: "/etc/passwd"}, map[string]fs.FileMode{stateFile: fs.ModeSymlink}, same),
		answer + " is missing":                       archive(t, Files{"a/b/" + stateFile: state, "a/" + answer: ""}, nil, same),
		"cannot be read as a zip archive":            archive(t, nil, nil, func([]byte) []byte { return []byte("PK") }),
	} {
		r, err := (&Judge{Lab: "mark", Student: "ann", Progress: func(string) {}}).HandedIn(t.Context(), path)
		require.NoError(t, err)
		assert.Equal(t, verdict.Unjudged, r.Verdict)
		assert.Contains(t, strings.Join(r.Why, "\n"), says)
		assert.Equal(t, []any{"mark", "ann", 3, 10, (*int)(nil)}, []any{r.Lab, r.Student, len(r.Checks), r.Most, r.Score})
	}
	_, err := (&Judge{}).HandedIn(t.Context(), filepath.Join(t.TempDir(), "none"))
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

// Answers are the same text if they differ in comments and layout alone.
func TestPrint(t *testing.T) {
	l := mustNamed(t, "bit")
	text := l.answer("", 0)["claim.go"]
	at := func(text string) string { return l.print("", Files{"claim.go": text}) }
	assert.NotEmpty(t, at(text))
	assert.Equal(t, at(text), at("// mine\n"+strings.ReplaceAll(text, "\t", " \t ")))
	assert.NotEqual(t, at(text), at(strings.ReplaceAll(text, "old", "was")))
	assert.Empty(t, at(l.skeleton("")["claim.go"]+"// not yet\n"))
	assert.NotEmpty(t, at("this is no Go \x00 }"))
}
