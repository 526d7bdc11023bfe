package cli

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// handedIn is a submission of the lab mark as a test makes it: files by name. A name that ends with / is a folder.
type handedIn map[string]string

// started has the files of a folder of a lab, with an answer of the given number in it, or -1 for none.
func started(t *testing.T, name string, wrong int) handedIn {
	t.Helper()
	return startedFor(t, name, wrong, "")
}

// startedFor is the same for a student.
func startedFor(t *testing.T, name string, wrong int, student string) handedIn {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "lab")
	args := []string{"lab", "answer", name, dir}
	if student != "" {
		args = append(args, "--student", student)
	}
	switch {
	case wrong < 0:
		args[1] = "start"
	case wrong > 0:
		args = append(args, "--wrong", string(rune('0'+wrong)))
	}
	mustRun(t, args...)
	files := handedIn{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		files[e.Name()] = string(text)
	}
	return files
}

// with is the same with another text in a file.
func (h handedIn) with(name, text string) handedIn {
	all := handedIn{name: text}
	for n, old := range h {
		if n != name {
			all[n] = old
		}
	}
	return all
}

// within is the same in a folder.
func (h handedIn) within(folder string) handedIn {
	all := handedIn{}
	for name, text := range h {
		all[folder+"/"+name] = text
	}
	return all
}

// marks is an answer whose function does this first.
func (h handedIn) marks(imports, first string) handedIn {
	return h.with("mark_answer.go", "package answer\n\n"+imports+"\nfunc Mark(h Heap, marks Bitmap) {\n"+first+"\n}\n")
}

// put writes the submission as a folder.
func (h handedIn) put(t *testing.T, dir string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(dir, 0o777))
	for name, text := range h {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
}

// zip is the submission as an archive.
func (h handedIn) zip(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range h {
		e, err := w.Create(name)
		require.NoError(t, err)
		e.Write([]byte(text))
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// forty hands in forty submissions, and returns what each must come to: the verdict, and a part of why.
func forty(t *testing.T, dir string) map[string][2]string {
	t.Helper()
	right, none, other := started(t, "mark", 0), started(t, "mark", -1), started(t, "bit", 0)
	folders := map[string]handedIn{
		"ann": right, "ben": right.with("mark_answer.go", "// by Ben\n"+right["mark_answer.go"]), "emil": right.within("my lab/mark"),
		"fred, the second": right, "bare": {"mark_answer.go": right["mark_answer.go"]}, "two": right.within("a"), "=cmd()": started(t, "mark", 1), "+1": started(t, "mark", 2), "-2": started(t, "mark", 3),
		"@x": started(t, "mark", 4), "hana": none, "ivan": none.marks("", "for {\n}"), "jo": none.marks("", "all := make([][]byte, 1<<20)\nfor i := 0; ; i++ {\nall[i] = make([]byte, 1<<26)\nfor k := range all[i] {\nall[i][k] = 1\n}\n}"),
		"kim": none.marks("", "nosuch()"), "lea": none.with("mark_answer.go", "dear teacher"), "max": none.marks(`import "os"`, "os.Exit(0)"),
		"nat": none.marks(`import "os"`, `os.RemoveAll(".")`), "oli": none.marks(`import "os"`, `os.WriteFile("/tmp/outside", nil, 0o600)`),
		"pia": none.marks(`import "fmt"`, `fmt.Println("`+strings.Repeat("much ", 2000)+`")`), "quinn": none.marks("", `panic("`+strings.Repeat("=1+1 ", 5000)+`")`),
		"rob": {}, "other": other, "broken": right.with("lab.json", "{"), "missing": {"lab.json": right["lab.json"]}, "deep": none.marks("", "Mark(h, marks)"),
		"divide": none.marks("", "_ = 1 / len(h.Roots()[:0])"), " =1+1": none, "given": right.with("heap.go", "package broken"),
	}
	folders["two"]["b/lab.json"] = right["lab.json"]
	for name, files := range folders {
		files.put(t, filepath.Join(dir, name))
	}
	cut, bomb := right.zip(t), right.with("mark_answer.go", strings.Repeat("\x00", 64<<20)).zip(t)
	lying := bytes.ReplaceAll(handedIn{"lab.json": right["lab.json"], "mark_answer.go": strings.Repeat("\x00", 2<<20)}.zip(t), []byte{0, 0, 0x20, 0}, []byte{9, 0, 0, 0})
	for name, content := range map[string][]byte{
		"cleo.zip": cut, "dora.zip": right.within("mark").with("__MACOSX/lab.json", "{}").zip(t), "tom.zip": cut[:len(cut)/2], "bomb.zip": bomb, "lying.zip": lying,
		"vic.zip": right.with("../outside.go", "package outside").zip(t), "wes.zip": right.with("/tmp/outside", "x").zip(t), "sam.txt": []byte("my answer"), "will.tar.gz": []byte("\x1f\x8b"),
		"empty.zip": handedIn{}.zip(t),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
	}
	link(t, filepath.Join(dir, "ann"), filepath.Join(dir, "yves"))
	return map[string][2]string{
		"ann": {"right", ""}, "ben": {"right", ""}, "cleo.zip": {"right", ""}, "dora.zip": {"right", ""}, "emil": {"right", ""}, "fred, the second": {"right", ""}, "bare": {"right", ""}, "given": {"right", ""},
		"=cmd()": {"wrong", ""}, "+1": {"wrong", ""}, "-2": {"wrong", ""}, "@x": {"wrong", ""}, "hana": {"wrong", "is not marked at the end"}, " =1+1": {"wrong", "is not marked at the end"},
		"ivan": {"wrong", "perhaps a loop never ends"}, "jo": {"wrong", ""}, "pia": {"wrong", "is not marked"}, "quinn": {"wrong", "it panicked: =1+1"}, "deep": {"wrong", ""}, "divide": {"wrong", "divide by zero"},
		"kim": {"unjudged", "undefined: nosuch"}, "lea": {"unjudged", "expected 'package'"}, "max": {"unjudged", "imports os"}, "nat": {"unjudged", "imports os"}, "oli": {"unjudged", "imports os"},
		"rob": {"unjudged", "has no lab.json"}, "empty.zip": {"unjudged", "has no lab.json"}, "other": {"unjudged", "for lab bit, and not for lab mark"}, "broken": {"unjudged", "start the lab again"}, "missing": {"unjudged", "mark_answer.go is missing"},
		"two": {"unjudged", "2 folders of labs: a, b"}, "tom.zip": {"unjudged", "not a valid zip file"}, "bomb.zip": {"unjudged", "has 67108864 bytes"}, "lying.zip": {"unjudged", "mark_answer.go"},
		"vic.zip": {"unjudged", "leads out of the folder"}, "wes.zip": {"unjudged", "leads out of the folder"}, "sam.txt": {"unjudged", "is a file"}, "will.tar.gz": {"unjudged", "is a file"}, "yves": {"unjudged", "is a link"},
	}
}

// link makes a symbolic link. Where that is not allowed, a file is as good.
func link(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
}

// contents are all files below a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			text, _ := os.ReadFile(path)
			all[path] = string(text)
		}
		return err
	}))
	return all
}

// TestSlowGrade: forty submissions, of which some mean harm, get a line each. Nothing that was handed in changes.
func TestSlowGrade(t *testing.T) {
	tagged.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("some names of these submissions are none in Windows")
	}
	dir, out := t.TempDir(), t.TempDir()
	want := forty(t, dir)
	newline := "gil\n=1" // a name that a list of names would break
	started(t, "mark", 1).put(t, filepath.Join(dir, newline))
	want[newline] = [2]string{"wrong", ""}
	require.Len(t, want, 40)
	before := contents(t, dir)
	grades := filepath.Join(out, "grades.csv")
	status, stdout, stderr := runCLI("lab", "grade", dir, "-o", grades, "--lab", "mark", "--verdicts", filepath.Join(out, "verdicts"))
	require.Equal(t, session.ExitOK, status, stderr)
	assert.Equal(t, before, contents(t, dir))

	text, err := os.ReadFile(grades)
	require.NoError(t, err)
	t.Logf("%s%s", text, stdout)
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"student", "lab", "verdict", "score", "max", "failed", "why", "seconds", "handed_in", "same_as"}, rows[0])
	require.Len(t, rows, 1+len(want))
	counts := map[string]int{}
	for _, row := range rows[1:] {
		for _, cell := range row {
			assert.False(t, cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r"), cell)
			assert.NotContains(t, cell, "\n")
		}
		entry := strings.TrimPrefix(strings.Replace(row[8], "gil?", "gil\n", 1), "'")
		w, known := want[entry]
		require.True(t, known, entry)
		assert.Equal(t, w[0], row[2], "%s: %s", entry, row[6])
		assert.Contains(t, row[6], w[1], entry)
		assert.Equal(t, w[0] == "unjudged", row[3] == "", entry)
		assert.Equal(t, w[0] == "right", row[3] == "10", entry)
		counts[row[2]]++
		requireVerdict(t, filepath.Join(out, "verdicts", entry+".json"), w[0])
		assert.FileExists(t, filepath.Join(out, "verdicts", entry+".txt"))
	}
	assert.Regexp(t, `(?m)^ben,mark,right,10,10,,,[0-9.]+,ben,"?lab answer; ann; bare; `, string(text))
	assert.Equal(t, map[string]int{"right": 8, "wrong": 13, "unjudged": 19}, counts)
	assert.Contains(t, stdout, "right 8: ann, bare, ben, ")
	assert.Contains(t, stdout, "unjudged 19: bomb.zip, ")
}

// requireVerdict: a verdict has every check, and the points of all are those of a right answer.
func requireVerdict(t *testing.T, path, verdict string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var r struct {
		Schema, Verdict string
		Score           *int
		Max             int
		Checks          []struct {
			Name, State string
			Points      int
		}
	}
	require.NoError(t, json.Unmarshal(text, &r))
	require.Equal(t, []string{"gcbench-lab/1", verdict}, []string{r.Schema, r.Verdict})
	require.Equal(t, verdict == "unjudged", r.Score == nil)
	sum := 0
	for _, c := range r.Checks {
		sum += c.Points
	}
	require.Equal(t, r.Max, sum)
	require.Equal(t, 10, r.Max)
	require.NotEmpty(t, r.Checks)
}

// An obstacle that keeps lab grade from writing grades is said before anything is judged.
func TestLabGradeBadUsage(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "some", "ann"), 0o777))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "none", ".git"), 0o777))
	for args, says := range map[string]string{
		"none -o g.csv":              "has no submissions: a submission is a folder, or a .zip of one",
		"missing -o g.csv":           "give the folder with the submissions",
		"some":                       "missing flags: --output=FILE",
		"some -o no/g.csv":           "no/g.csv",
		"some -o g.csv --lab x":      "x",
		"some -o g.csv --parallel 0": "it must be a whole number",
	} {
		t.Chdir(dir)
		status, stdout, stderr := runCLI(append([]string{"lab", "grade"}, strings.Fields(args)...)...)
		assert.Contains(t, []int{session.ExitUsage, session.ExitFailed}, status, args)
		assert.Empty(t, stdout, args)
		assert.Contains(t, stderr, says, args)
		assert.NoFileExists(t, filepath.Join(dir, "g.csv"))
	}
}

// Without a compiler there is still a line for what cannot be judged.
func TestLabGradeUnjudged(t *testing.T) {
	dir := t.TempDir()
	handedIn{}.put(t, filepath.Join(dir, "in", "ann"))
	handedIn{"grades.csv": "old"}.put(t, filepath.Join(dir, "in"))
	t.Chdir(filepath.Join(dir, "in"))
	stdout := mustRun(t, "lab", "grade", ".", "-o", "grades.csv", "--lab", "bugs", "--verdicts", "said")
	assert.Equal(t, "right 0\nwrong 0\nunjudged 1: ann\n", stdout)
	text, err := os.ReadFile("grades.csv")
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	require.Len(t, lines, 3)
	assert.Regexp(t, `^ann,bugs,unjudged,,6,,"?ann is not the folder of a lab, because it has no lab.json: .*,0\.\d,ann,$`, lines[1])
	assert.FileExists(t, filepath.Join("said", "ann.txt"))
}
