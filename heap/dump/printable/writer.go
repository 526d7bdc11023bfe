package printable

import (
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// Writer passes text on, rune by rune. It belongs to one goroutine, and fails as the writer behind it does.
type Writer struct {
	to      io.Writer
	instead func(text []byte, r rune) []byte // appends what stands for a rune that cannot be printed
	cut     []byte                           // the beginning of a rune whose end the next Write brings
}

// NewWriter returns a Writer of text. '?' stands for what cannot be printed, as in [Line]. Line feeds, tabs
// and no-break spaces pass.
func NewWriter(to io.Writer) *Writer {
	return &Writer{to: to, instead: func(text []byte, _ rune) []byte { return append(text, '?') }}
}

// NewJSON returns a Writer of JSON. It escapes what cannot be printed, which is in strings alone. A reader
// of the JSON reads the same values.
func NewJSON(to io.Writer) *Writer {
	return &Writer{to: to, instead: func(text []byte, r rune) []byte {
		if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			return fmt.Appendf(text, `\u%04x\u%04x`, high, low)
		}
		return fmt.Appendf(text, `\u%04x`, r)
	}}
}

// Write passes on the text in p, but for a rune at its end that is not complete.
func (w *Writer) Write(p []byte) (int, error) {
	passed := p
	if len(w.cut) > 0 || !allASCII(p) {
		passed = w.runes(append(w.cut, p...))
	}
	if _, err := w.to.Write(passed); err != nil {
		return 0, err
	}
	return len(p), nil
}

// allASCII reports whether p passes as it is. Most text does.
func allASCII(p []byte) bool {
	for _, b := range p {
		if (b < ' ' || b > '~') && b != '\n' && b != '\t' {
			return false
		}
	}
	return true
}

// runes returns what stands for text, and keeps the rune at its end that is cut.
func (w *Writer) runes(text []byte) []byte {
	passed := make([]byte, 0, len(text))
	for len(text) > 0 && utf8.FullRune(text) {
		r, size := utf8.DecodeRune(text)
		if inText(r) {
			passed = append(passed, text[:size]...)
		} else {
			passed = w.instead(passed, r)
		}
		text = text[size:]
	}
	w.cut = append([]byte(nil), text...)
	return passed
}

// Close passes on what stands for the bytes of a rune that has no end. It leaves the writer behind open.
func (w *Writer) Close() error {
	var passed []byte
	for range w.cut {
		passed = w.instead(passed, utf8.RuneError)
	}
	w.cut = nil
	_, err := w.to.Write(passed)
	return err
}
