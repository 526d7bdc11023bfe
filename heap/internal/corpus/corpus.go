// Package corpus keeps the malformed files of a package's fuzz targets in its
// folder testdata/fuzz, where go test runs each of them and go test -fuzz
// starts from them. For tests only.
package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Check holds the files of a fuzz target equal to entries: from the name, which
// says what is wrong, to the target's arguments, each a []byte, string or bool.
// With rewrite it writes them instead. Files that entries lacks are an error,
// so that an input the fuzzer has found is given a name. It returns how many
// there are.
func Check(t *testing.T, target string, entries map[string][]any, rewrite bool) int {
	t.Helper()
	dir := filepath.Join("testdata", "fuzz", target)
	if rewrite {
		write(t, dir, entries)
	}
	for name, args := range entries {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != encode(args) {
			t.Errorf("%s is not what the test makes (%v): run the test with -rewrite, if the change was meant", filepath.Join(dir, name), err)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if _, ok := entries[f.Name()]; !ok {
			t.Errorf("%s is not in the test's table: add it there under a name that says what is wrong", filepath.Join(dir, f.Name()))
		}
	}
	return len(files)
}

func write(t *testing.T, dir string, entries map[string][]any) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, args := range entries {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(encode(args)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// encode is the format that go test reads, a line for each argument.
func encode(args []any) string {
	var b strings.Builder
	b.WriteString("go test fuzz v1\n")
	for _, arg := range args {
		switch v := arg.(type) {
		case []byte:
			fmt.Fprintf(&b, "[]byte(%q)\n", v)
		case string:
			fmt.Fprintf(&b, "string(%q)\n", v)
		case bool:
			fmt.Fprintf(&b, "bool(%t)\n", v)
		default:
			panic(fmt.Sprintf("corpus: no encoding for %T", arg))
		}
	}
	return b.String()
}
