package plain

import (
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const folder = "../../../../../../stealq/interleave/printed"

// text is a form as a person reads it.
func text(source string, f Function, form []any) string {
	var b strings.Builder
	for i, line := range strings.Split(source, "\n")[f.First-1 : f.Last] {
		switch l := form[i].(type) {
		case string:
			b.WriteString(l + "\n")
		case int:
			if l != none {
				b.WriteString(strings.TrimPrefix(line, strings.Repeat("\t", l-same)) + "\n")
			}
		}
	}
	return b.String()
}

// Every form of every transcript is Go as gofmt writes it, and asks for no switch.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	forms := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue // no scene plays it
		}
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		all, err := Functions(file, string(source))
		require.NoError(t, err)
		for _, f := range all {
			for on, form := range f.Forms {
				forms++
				plain := text(string(source), f, form)
				require.NotContains(t, plain, "has(", "%s %v %b", file, f.Flags, on)
				formatted, err := format.Source([]byte(plain))
				require.NoError(t, err, plain)
				require.Equal(t, string(formatted), plain)
			}
		}
	}
	require.Greater(t, forms, 100)
}

// formOf is the only function of a source, with these switches set.
func formOf(t *testing.T, source string, on int) string {
	t.Helper()
	all, err := Functions("f.go", "package p\n\n"+source)
	require.NoError(t, err)
	require.Len(t, all, 1)
	return text("package p\n\n"+source, all[0], all[0].Forms[on])
}

func TestForms(t *testing.T) {
	for name, c := range map[string]struct {
		source string
		forms  []string // by set of switches
	}{
		"left out":     {"func f() {\n\tif !d.has(A) {\n\t\tlock()\n\t}\n\tgo on()\n}\n", []string{"func f() {\n\tlock()\n\tgo on()\n}\n", "func f() {\n\tgo on()\n}\n"}},
		"ends":         {"func f() int {\n\tif d.has(A) {\n\t\treturn 1\n\t}\n\tx()\n\treturn 2\n}\n", []string{"func f() int {\n\tx()\n\treturn 2\n}\n", "func f() int {\n\treturn 1\n}\n"}},
		"and":          {"func f() {\n\tif x && d.has(A) {\n\t\ty()\n\t}\n}\n", []string{"func f() {\n}\n", "func f() {\n\tif x {\n\t\ty()\n\t}\n}\n"}},
		"or and":       {"func f() bool { return a || d.has(A) && b }\n", []string{"func f() bool { return a }\n", "func f() bool { return a || b }\n"}},
		"not in paren": {"func f() bool { return a && (!d.has(A) || b != c) }\n", []string{"func f() bool { return a }\n", "func f() bool { return a && b != c }\n"}},
		"paren stays":  {"func f() bool { return a && (d.has(A) || b || c) }\n", []string{"func f() bool { return a && (b || c) }\n", "func f() bool { return a }\n"}},
		"for":          {"func f() {\n\tfor !d.has(A) && x() {\n\t\tif d.has(A) {\n\t\t\tbreak\n\t\t}\n\t}\n}\n", []string{"func f() {\n\tfor x() {\n\t}\n}\n", "func f() {\n}\n"}},
		"two":          {"func f() {\n\tif d.has(A) || d.has(B) {\n\t\tx()\n\t}\n}\n", []string{"func f() {\n}\n", "func f() {\n\tx()\n}\n", "func f() {\n\tx()\n}\n", "func f() {\n\tx()\n}\n"}},
		"in a literal": {"func f() {\n\tx(func() {\n\t\tif d.has(A) {\n\t\t\ty()\n\t\t}\n\t})\n}\n", []string{"func f() {\n\tx(func() {\n\t})\n}\n", "func f() {\n\tx(func() {\n\t\ty()\n\t})\n}\n"}},
		"not":          {"func f() bool { return !(d.has(A) && x) }\n", []string{"func f() bool { return true }\n", "func f() bool { return !x }\n"}},
	} {
		for on, want := range c.forms {
			require.Equal(t, want, formOf(t, c.source, on), "%s %b", name, on)
		}
	}
}

// Code that cannot be shown gives an error, and no wrong code.
func TestUnshown(t *testing.T) {
	for source, says := range map[string]string{
		"func f() {\n\tif d.has(A) {\n\t} else {\n\t}\n}\n": "line 4: an if with a switch has an else",
		"func f() bool {\n\treturn x &&\n\t\td.has(A)\n}\n": "line 4: a condition with a switch has several lines",
		"func f() {": "expected",
		"func f() { _ = []bool{d.has(A), d.has(B), d.has(C), d.has(D), d.has(E), d.has(F), d.has(G)} }": "f has 7 switches: want at most 6",
	} {
		_, err := Functions("f.go", "package p\n\n"+source)
		require.ErrorContains(t, err, says)
	}
}
