package printable

import (
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// Writer replaces what cannot be printed in the text that is written to it. Make one with
// [NewWriter] or [NewJSON], and call [Writer.Close] at the end. It belongs to one goroutine.
// Its errors are those of the writer behind it.
type Writer struct {
	to      io.Writer
	instead func(text []byte, r rune) []byte // appends what stands for a rune that cannot be printed
	cut     []byte                           // the beginning of a rune whose end the next Write brings
}

// NewWriter returns a Writer of text. '?' stands for each rune that cannot be printed, as in
// [Line], but line feeds, tabs and no-break spaces pass.
func NewWriter(to io.Writer) *Writer {
	return &Writer{to: to, instead: func(text []byte, _ rune) []byte { return append(text, '?') }}
}

// NewJSON returns a Writer of JSON. It escapes what cannot be printed, so a reader of the
// JSON reads the same values.
func NewJSON(to io.Writer) *Writer {
	return &Writer{to: to, instead: func(text []byte, r rune) []byte {
		if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			return fmt.Appendf(text, `\u%04x\u%04x`, high, low)
		}
		return fmt.Appendf(text, `\u%04x`, r)
	}}
}

// Write passes on the text in p, rune by rune. A rune at the end that is not complete waits
// for the next Write.
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

// Close passes on a '?' or an escape for a rune that was never completed. It leaves the
// writer behind open.
func (w *Writer) Close() error {
	var passed []byte
	for range w.cut {
		passed = w.instead(passed, utf8.RuneError)
	}
	w.cut = nil
	_, err := w.to.Write(passed)
	return err
}
