package ruby

import (
	"bytes"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/text"
)

// IsDump reports whether a file that begins with prefix seems to be a dump: its first line is
// of a root, or of an object whose address comes first. Any goroutine may call it.
func IsDump(prefix []byte) bool {
	if _, ok := text.After(prefix, `{`, `"type"`, `:`, `"ROOT"`, `,`, `"root"`, `:`); ok {
		return true
	}
	rest, ok := text.After(prefix, `{`, `"address"`, `:`, `"0x`)
	if !ok {
		return false
	}
	digits := bytes.TrimLeft(rest, "0123456789abcdefABCDEF")
	_, ok = text.After(digits, `"`, `,`, `"type"`, `:`)
	return ok && len(digits) < len(rest)
}
