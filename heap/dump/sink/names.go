package sink

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
)

const (
	// MaxNameBytes is how many bytes of a name a Dump has. A reader need not keep more.
	MaxNameBytes = 1 << 10
	// nameBytes is what a name takes beside its text.
	nameBytes = 48
)

// shown returns what a Dump has of a name. '?' stands for what cannot be printed, so no file can
// control a terminal. The bytes beyond MaxNameBytes are not looked at.
func shown(name string) string {
	if end := MaxNameBytes; len(name) > end {
		for cut := 1; cut < utf8.UTFMax && !utf8.RuneStart(name[end]); cut++ {
			end--
		}
		name = name[:end]
	}
	return printable.Line(name)
}

// Label returns the Label with this text, such as "JNI global".
func (s *Sink) Label(text string) Label {
	l, known := s.labels[text]
	if known || s.err != nil {
		return l
	}
	if name := shown(text); name != text {
		return s.Label(name)
	}
	l = Label(len(s.texts))
	s.Held(uint64(len(text)) + nameBytes)
	s.texts = append(s.texts, text)
	s.labels[text] = l
	return l
}

// Class returns a new class with this name. The same name may be that of several classes.
func (s *Sink) Class(name string) Class {
	if s.err != nil {
		return 0
	}
	name = shown(name)
	s.Held(uint64(len(name)) + nameBytes)
	s.classes = append(s.classes, name)
	return Class(len(s.classes) - 1)
}

// NameClass gives a class another name, for a name that comes after the objects of the class.
func (s *Sink) NameClass(c Class, name string) {
	if s.err == nil && c != 0 {
		name = shown(name)
		s.Held(uint64(len(name)))
		s.classes[c] = name
	}
}

// ClassName returns the name of a class, as a Dump has it.
func (s *Sink) ClassName(c Class) string { return s.classes[c] }

// Note adds a sentence to Dump.Notes, such as why little of the file is reached. It is made
// printable.
func (s *Sink) Note(format string, args ...any) {
	if s.err == nil {
		s.notes = append(s.notes, printable.Line(strings.TrimSpace(fmt.Sprintf(format, args...))))
	}
}

// NoteCount is [Sink.Note] with a number. It does nothing if the number is 0.
func (s *Sink) NoteCount(n uint64, format string) {
	if n > 0 {
		s.Note(format, n)
	}
}

// Held says that the reader holds so many more bytes of names, or of records that wait.
// Options.MaxNames limits them.
func (s *Sink) Held(bytes uint64) {
	if s.err != nil {
		return
	}
	if s.held+bytes < bytes || s.held+bytes > s.opts.MaxNames {
		s.exceeds("MaxNames", "bytes of names and of records that wait for another", s.opts.MaxNames)
		return
	}
	s.held += bytes
}

// Naming is how people write the ids of a format. Any goroutine may call its methods.
type Naming interface {
	// Text returns the object's id as people write it.
	Text(id uint64) string
	// Find returns the id that text means. ok is false if text has another form.
	Find(text string) (id uint64, ok bool)
}

// Hex, At and Decimal are namings: 0x7f12, @123 and 123.
var (
	Hex     Naming = number{"0x", 16}
	At      Naming = number{"@", 10}
	Decimal Naming = number{"", 10}
)

// number is a naming with digits after a prefix.
type number struct {
	prefix string
	base   int
}

// Text returns the prefix and the digits.
func (n number) Text(id uint64) string { return n.prefix + strconv.FormatUint(id, n.base) }

// Find takes the digits after the prefix.
func (n number) Find(text string) (uint64, bool) {
	digits, ok := strings.CutPrefix(strings.ToLower(text), n.prefix)
	id, err := strconv.ParseUint(digits, n.base, 64)
	return id, ok && err == nil
}
