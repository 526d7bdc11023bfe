// Package namelist reads heaps as text, with a reference from one name to another on each
// line. For example, "go mod graph" writes such a file, and a spreadsheet or a database
// writes one as CSV.
//
// Begin with [Read]. Object i of the heap has the name i:
//
//	h, names, _, err := namelist.Read(file, namelist.Options{})
//	live, err := heap.Reachable(h)
//	for i, ref := range h.Objects() {
//		fmt.Println(names.Name(int(i)), live.Has(ref))
//	}
//
// # The format
//
//	# roots app
//	app lib/a
//	lib/a lib/b
//	"old app" lib/b
//
// A line "source target" is a reference. Each name is an object of the heap. Names have
// numbers from 0 in the order in which they first occur in such lines, and this is the order
// of address. The references of an object keep the order of their lines. A name without
// references can stand in a line with itself, "a a", which does not change what is reachable.
// If lines have more than two columns, Options.Columns says which two are read.
//
// Lines end with LF or CRLF. A line with nothing but blanks means nothing. A line whose first
// byte after blanks is '#' is a comment, with one exception:
//
//	# roots a b "c d"   these names are roots; any number of such lines
//
// In a line of roots blanks separate the names. Each root must occur in a line of data.
// Without such a line the first source is the only root.
//
// # What separates names
//
// The first line of data decides for the whole file, unless Options.Separator does: a tab
// outside of quotes means tabs, otherwise a comma means commas, otherwise blanks and tabs
// separate, any number of them. Only the first 64 KiB of the line count.
//
// Between tabs or commas a name may contain blanks, but blanks around it do not belong to it.
// A name may stand in quotation marks, as in RFC 4180. Then it may contain blanks and commas
// and begin with '#', and a quotation mark in it is written twice.
//
// # What a name may be
//
// A name has 1 to [MaxNameBytes] bytes, of which none is a control character of ASCII. It
// need not be valid UTF-8. Two names are the same if their bytes are. A byte order mark of
// UTF-8 at the start of the file is skipped. A file in UTF-16 is an error.
package namelist
