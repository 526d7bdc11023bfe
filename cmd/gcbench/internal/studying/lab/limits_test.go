package lab

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// bombs are files that ask the type checker, the compiler or the linker for gigabytes.
var bombs = map[string]func() string{
	"constants that double": func() string {
		text := "package answer\n\nconst a0 = \"12345678\"\n"
		for i := range 33 {
			text += fmt.Sprintf("const a%d = a%d + a%d\n", i+1, i, i)
		}
		return text + "\nfunc more() int { return len(a33) }\n"
	},
	"instantiations that double": func() string {
		const last = 17
		text := "package answer\n\ntype p[T any] struct{ a T }\n\ntype q[T any] struct{ a, b T }\n"
		for i := range last {
			text += fmt.Sprintf("\nfunc f%d[T any]() int { return f%d[p[T]]() + f%d[q[T]]() }\n", i, i+1, i+1)
		}
		return text + fmt.Sprintf("\nfunc f%d[T any]() int { return 1 }\n\nfunc more() int { return f0[int]() }\n", last)
	},
	"a large array in a line": func() string {
		return "package answer\n\nfunc more(i int) byte { x := [...]byte{772 << 20: 1}; return x[i] }\n"
	},
}

// TestSlowBombs: an answer that takes too much before it runs meets a limit, and is not judged.
func TestSlowBombs(t *testing.T) {
	tagged.Slow(t)
	l, err := Named("mark")
	require.NoError(t, err)
	for name, text := range bombs {
		t.Run(name, func(t *testing.T) {
			answer := l.answer("", 0)
			answer["more.go"] = text()
			f, _, j := probe(t, answer)
			r, err := j.Check(t.Context(), f, l)
			require.NoError(t, err)
			assert.Equal(t, verdict.Unjudged, r.Verdict)
			require.Len(t, r.Why, 1)
			assert.True(t, strings.HasSuffix(r.Why[0], ": perhaps a constant, a type or an array is very large"), r.Why[0])
		})
	}
}
