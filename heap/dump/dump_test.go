package dump

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

func TestDetect(t *testing.T) {
	var b heap.Builder
	b.Add(0)
	h, err := b.Build()
	require.NoError(t, err)
	var snapshot bytes.Buffer
	require.NoError(t, heap.WriteSnapshot(&snapshot, h))

	for _, c := range []struct {
		name, prefix string
		want         Format
		problem      string
	}{
		{"a.heap", snapshot.String()[:PrefixBytes], Snapshot, ""},
		{"a.el", snapshot.String(), Snapshot, ""},
		{"a", "go1.7 heap dump\n\x06", GoDump, ""},
		{"a.el", "JAVA PROFILE 1.0.2\x00", HPROF, ""},
		{"dir.x/a.EL", "0 1\n", EdgeList, ""},
		{"a.el", "", EdgeList, ""},
		{"a.el", "# lib app\n\n\r\n# roots 0\n", EdgeList, ""},
		{"a.el", "\xef\xbb\xbf0 1\n", EdgeList, ""},
		{"a.el", "0 x\n", EdgeList, ""},
		{"a.el", "-1 0\n", EdgeList, ""},
		{"a.el", "# 1 2\n  app lib\n", NameList, ""},
		{"a.el", "0,1\n", NameList, ""},
		{"a.el", "3rd 1\n", NameList, ""},
		{"a.el", "- 1\n", NameList, ""},
		{"a.csv", "0,1\n", NameList, ""},
		{"a.TSV", "", NameList, ""},
		{"a.csv", "\xff\xfea\x00", NameList, ""},
		{"a.csv", "go1.7 heap dump\n\x06", GoDump, ""},
		{"a.txt", "\xff\xfea\x00", "", "is text in UTF-16"},
		{"a.txt", "0 1\n", EdgeList, ""},
		{"a", "# edges\na b\n", NameList, ""},
		{"dir.json/edges", "0 1\n", EdgeList, ""},
		{"a.HProf", "0 1\n", "", "a.HProf is of no known format"},
		{"a.txt", "0 1\x00\n", "", "a.txt is of no known format"},
		{"a.heap", "", "", "a.heap is empty"},
		{"a", "go1.4 heap dump\n", "", "another version"},
		{"a", "go1.7 heap", "", "another version"},
		{"a.zst", "\x28\xb5\x2f\xfd....", "", "compressed (zstd)"},
		{"a.gz", "\x1f\x8b....", "", "compressed (gzip)"},
	} {
		got, err := Detect(c.name, []byte(c.prefix))
		assert.Equal(t, c.want, got, c.name)
		if c.problem == "" {
			assert.NoError(t, err)
			continue
		}
		assert.ErrorContains(t, err, c.problem)
		assert.ErrorContains(t, err, "a heap dump of Go", "the error says what can be read")
	}
}

// TestEachFormatIsLookedForOnce: and the format whose bytes say least comes last.
func TestEachFormatIsLookedForOnce(t *testing.T) {
	seen := map[Format]bool{}
	for _, r := range recognised {
		assert.False(t, seen[r.format], r.format)
		seen[r.format] = true
	}
	assert.Equal(t, GAP, recognised[len(recognised)-1].format)
}

// TestDetectText: numbers or names, by the first line of data, or no text.
func TestDetectText(t *testing.T) {
	for text, want := range map[string]Format{
		"0 1\n": EdgeList, "# a b\n": EdgeList, "\n": EdgeList, "7": EdgeList, "a b\n": NameList, "# 0 1\r\na,b": NameList,
		"": "", "a b\x00": "", "\x7fELF": "", "a\x1b[2J": "", "é b": NameList, strings.Repeat("#\n", PrefixBytes) + "a b\n": EdgeList,
	} {
		got, ok := DetectText([]byte(text))
		assert.Equal(t, want, got, "%q", text)
		assert.Equal(t, want != "", ok, "%q", text)
	}
}
