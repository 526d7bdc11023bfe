// Package namelist reads heaps as text, with one reference between two names on each line.
// Files of this kind come from other programs: go mod graph writes one, and a spreadsheet
// or a database writes one as CSV. [Read] reads a file. It returns a heap, and a table of
// its [Names].
//
//	# roots app
//	app lib/a
//	lib/a lib/b
//	"old app" lib/b
//
// A line "source target" is a reference. Each name is an object of the heap. Objects are
// numbered from 0 in the order in which their names first occur in such lines, and have
// addresses in this order. The references of an object keep the order of their lines.
//
// Lines end with LF or CRLF. A line without anything but blanks means nothing. A line whose
// first byte is '#', blanks aside, is a comment, with one exception:
//
//	# roots a b "c d"   these names are roots; any number of such lines
//
// In a line of roots blanks separate the names, whatever separates them elsewhere. Each
// root must occur in a line of data. Without such a line the first source is the only
// root.
//
// # What separates names
//
// The first line of data decides for the whole file, unless Options.Separator says it. If
// there is a tab in this line outside of quotes, tabs separate names. Otherwise, if there
// is a comma outside of quotes, commas separate them. Otherwise blanks and tabs do, any
// number of them. Only the first 64 KiB of the line are looked at.
//
// Between tabs or commas a name may contain blanks. Blanks around it do not belong to it.
// A name may stand in quotation marks, as in RFC 4180: then it may contain blanks and
// commas, it may begin with '#', and a quotation mark in it is written twice.
//
// # What a name may be
//
// A name has 1 to [MaxNameBytes] bytes. It may contain any bytes but the control characters
// of ASCII, so no tabs and no line ends. It need not be valid UTF-8. Two names are the same
// if their bytes are. A byte order mark of UTF-8 at the start of the file is skipped. A
// file in UTF-16 is an error.
//
// A line must have two names. A name without any references can stand in a line with
// itself, "a a", which does not change what is reachable. If the file has more columns,
// Options.Columns says which two are read.
package namelist
