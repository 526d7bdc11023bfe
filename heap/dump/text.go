package dump

import "bytes"

// DetectText returns the format of a text that must be a graph. It is an edge list if its
// first line of data begins with a number, or if prefix has no line of data, and a file of
// names otherwise. ok is false if prefix is empty or has control characters, as no text has.
// Any goroutine may call DetectText.
func DetectText(prefix []byte) (format Format, ok bool) {
	prefix = prefix[:min(len(prefix), PrefixBytes)]
	for _, c := range prefix {
		if c < ' ' && c != '\t' && c != '\r' && c != '\n' || c == 0x7f {
			return "", false
		}
	}
	switch {
	case len(prefix) == 0:
		return "", false
	case isNumber(firstWord(prefix)):
		return EdgeList, true
	}
	return NameList, true
}

// firstWord returns the first word of the first line that is neither empty nor a comment.
// Blanks and tabs end a word.
func firstWord(prefix []byte) []byte {
	prefix = bytes.TrimPrefix(prefix, []byte("\xef\xbb\xbf"))
	for line := range bytes.Lines(prefix) {
		words := bytes.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' })
		if len(words) > 0 && words[0][0] != '#' {
			return words[0]
		}
	}
	return nil
}

// isNumber says whether a word has nothing but digits after a sign. A sign is wrong in an
// edge list, but it says what is meant. No word at all is a number, too: a file without
// lines of data is an edge list.
func isNumber(word []byte) bool {
	digits := bytes.TrimLeft(word, "+-")
	return len(word) == 0 || len(digits) > 0 && len(bytes.Trim(digits, "0123456789")) == 0
}
