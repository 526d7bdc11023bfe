package printable

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestLine(t *testing.T) {
	assert.Equal(t, "é b~???", Line("é b~\x7f\n\xff"))
	assert.Equal(t, "?[31m ?[31m ?x", Line([]byte("\x1b[31m \u009b[31m \u202ex")), "bytes that colour a terminal or turn the text")
}

// TestLineAsUnicodeSays: each character is kept or not as package unicode says.
func TestLineAsUnicodeSays(t *testing.T) {
	for r := range rune(0x30000) {
		want := string(r)
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			want = "?"
		}
		if got := Line(string(r)); got != want && utf8.ValidRune(r) {
			t.Fatalf("%U becomes %q, want %q", r, got, want)
		}
	}
}

// TestWriter: however the text is cut into pieces, what passes is the same: lines of Line, with tabs.
func TestWriter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		var out bytes.Buffer
		w := NewWriter(&out)
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "piece")
			passed, err := w.Write([]byte(rest[:n]))
			require.NoError(t, err)
			require.Equal(t, n, passed)
			rest = rest[n:]
		}
		require.NoError(t, w.Close())
		var want []string
		for line := range strings.SplitSeq(text, "\n") {
			var cells []string
			for cell := range strings.SplitSeq(line, "\t") {
				var words []string
				for word := range strings.SplitSeq(cell, "\u00a0") {
					words = append(words, Line(word))
				}
				cells = append(cells, strings.Join(words, "\u00a0"))
			}
			want = append(want, strings.Join(cells, "\t"))
		}
		require.Equal(t, strings.Join(want, "\n"), out.String())
	})
}

// TestJSON: nothing but printable text, and the same values.
func TestJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.MapOf(rapid.String(), rapid.SliceOf(rapid.String())).Draw(t, "value")
		value["x"] = append(value["x"], "\x1b[2J \u009b \u202e \U000e0041 \x7f")
		var out bytes.Buffer
		w := NewJSON(&out)
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		require.NoError(t, e.Encode(value))
		require.NoError(t, w.Close())
		require.False(t, strings.ContainsFunc(out.String(), func(r rune) bool { return !inText(r) || r == '\t' }), "%q", out.String())
		var back map[string][]string
		require.NoError(t, json.Unmarshal(out.Bytes(), &back))
		want, err := json.Marshal(value)
		require.NoError(t, err)
		got, err := json.Marshal(back)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
	})
}

// TestFailure: an error of the writer behind is passed on.
func TestFailure(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"x", "é", "\xff"} {
		_, err := NewWriter(failing{broken}).Write([]byte(text))
		require.ErrorIs(t, err, broken)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestReplacer: a line feed in a name is no end of a line.
func TestReplacer(t *testing.T) {
	r := Replacer([]string{"run", "--heap=dir/a\nb.heap,c.heap", "\n"})
	assert.Equal(t, "dir/a?b.heap: no such file\nnext a?b.heap", r.Replace("dir/a\nb.heap: no such file\nnext a\nb.heap"))
	assert.Nil(t, Replacer([]string{"run", "--heap", "a.heap", "\n", "--a", "--grain 1\n"}))
}
