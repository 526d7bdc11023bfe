package verdict

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"ring[3] ist größer → 4":  "ring[3] ist größer → 4",
		"a\n\tb\n":                "a\n\tb\n",
		"\x1b[2J\x1b[Hbit: right": `\x1b[2J\x1b[Hbit: right`,
		"wrong\rright":            `wrong\rright`,
		"\u202eabc\u200b\x00\x7f": `\u202eabc\u200b\x00\x7f`,
		"\xff\xfe and \ufffd":     `\xff\xfe and ` + "\ufffd",
		"\u0085\u2028":            `\u0085\u2028`,
	} {
		assert.Equal(t, want, Printable(text), "%q", text)
	}
	long := Printable(strings.Repeat("x", 1<<20) + "\nnext")
	assert.Equal(t, strings.Repeat("x", longestLine)+" ...\nnext", long)
	assert.LessOrEqual(t, len(Printable(strings.Repeat("x\n", 1<<20))), longestText+3)
	assert.LessOrEqual(t, len(Printable(strings.Repeat("\x1b", 1<<20))), longestLine+10)

	c := Check{Detail: "\x1b", Fault: &Fault{Says: "\x1b", Program: "\x1b", Table: "\x1b", Story: "\x1b"}}
	c.Printable()
	assert.Equal(t, Check{Detail: `\x1b`, Fault: &Fault{Says: `\x1b`, Program: `\x1b`, Table: `\x1b`, Story: `\x1b`}}, c)
}
