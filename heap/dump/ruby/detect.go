package ruby

import "bytes"

// IsDump says whether a file that begins with prefix seems to be a dump: its first line is of
// a root, or of an object whose address comes first. Any goroutine may call IsDump.
func IsDump(prefix []byte) bool {
	if _, ok := after(prefix, `{`, `"type"`, `:`, `"ROOT"`, `,`, `"root"`, `:`); ok {
		return true
	}
	rest, ok := after(prefix, `{`, `"address"`, `:`, `"0x`)
	if !ok {
		return false
	}
	digits := bytes.TrimLeft(rest, "0123456789abcdefABCDEF")
	_, ok = after(digits, `"`, `,`, `"type"`, `:`)
	return ok && len(digits) < len(rest)
}

// after returns what follows the tokens, with white space before each.
func after(text []byte, tokens ...string) (rest []byte, ok bool) {
	for _, t := range tokens {
		if text, ok = bytes.CutPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte(t)); !ok {
			return nil, false
		}
	}
	return text, true
}
