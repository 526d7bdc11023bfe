package dump

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// FuzzDetect: either a format or an error that names the file, by no more than
// the first PrefixBytes, and content before extension.
//
//	go test ./heap/dump -run '^$' -fuzz FuzzDetect -fuzztime 30s
func FuzzDetect(f *testing.F) {
	f.Add("a.el", []byte("0 1\n"))
	f.Add("a.el", []byte("# x\na b\n"))
	f.Add("a.csv", []byte("a,b\n"))
	f.Add("a.heap", []byte("\x89HMH\r\n\x1a\n"))
	f.Add("a.dump", []byte("go1.7 heap dump\n"))
	for _, name := range slices.Sorted(maps.Keys(unreadable)) {
		f.Add(unreadable[name].name, []byte(unreadable[name].prefix))
	}
	f.Fuzz(func(t *testing.T, name string, prefix []byte) {
		format, err := Detect(name, prefix)
		if (err == nil) != (format != "") {
			t.Fatalf("format %q and error %v", format, err)
		}
		for _, r := range recognised {
			if r.is(prefix) != (format == r.format) {
				t.Fatalf("format %q of a file that begins with %q", format, prefix)
			}
		}
		again, err2 := Detect(name, prefix[:min(len(prefix), PrefixBytes)])
		if again != format || len(prefix) > 0 && (err == nil) != (err2 == nil) {
			t.Fatalf("by its first bytes the file is %q, by all %q", again, format)
		}
	})
}

// unreadable are beginnings of files of no format, named for what they are, and
// what must be said of them. FuzzDetect starts from them too.
var unreadable = map[string]struct{ name, prefix, says string }{
	"empty-file":            {"x", "", "x is empty"},
	"text":                  {"notes.heap", "hello, world\n", "no known format"},
	"zstd":                  {"x.zst", "\x28\xb5\x2f\xfd\x04\x00", "compressed (zstd)"},
	"gzip":                  {"x.gz", "\x1f\x8b\x08\x00", "compressed (gzip)"},
	"elf-core":              {"core", "\x7fELF\x02\x01\x01\x00", "a program or a core file"},
	"go-dump-of-1.4":        {"x", "go1.4 heap dump\n", "another version"},
	"go-dump-cut":           {"x", "go1.7 heap", "another version"},
	"snapshot-magic-cut":    {"x.heap", "\x89HMH\r\n\x1a", "no known format"},
	"snapshot-text-mode":    {"x.heap", "\x89HMH\n\x1a\n", "no known format"},
	"utf-16":                {"x.txt", "\xff\xfex\x00", "text in UTF-16"},
	"utf-16-big":            {"x.txt", "\xfe\xff\x00x", "text in UTF-16"},
	"extension-only-inside": {"x.el/y", "\x00", "no known format"},
	"name-with-escapes":     {"\x1b[2Jx", "\x00", "no known format"},
}

// TestCorpus holds Detect to what the table says.
func TestCorpus(t *testing.T) {
	for name, c := range unreadable {
		_, err := Detect(c.name, []byte(c.prefix))
		assert.ErrorContains(t, err, c.says, name)
	}
}
