package source

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Quote returns a name as it is printed: the name itself, or in quotation marks as in a Go
// program if it has a blank, a quotation mark, a backslash, or what a terminal may not show
// as it is. So a name is one word in a shell's loop and for xargs, and no name can control a
// terminal.
func Quote(name string) string {
	plain := name != "" && utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool {
		return strings.ContainsRune("\"'\\", r) || unicode.IsSpace(r) || !strconv.IsPrint(r)
	})
	if plain {
		return name
	}
	return strconv.Quote(name)
}

// findName returns the object of a file of names that the user means by text: by its name,
// or by its name as Quote prints it.
func (h *Heap) findName(text string) (heap.Ref, error) {
	i, ok := h.Names.Find(text)
	if unquoted, err := strconv.Unquote(text); !ok && err == nil {
		i, ok = h.Names.Find(unquoted)
	}
	if !ok {
		return heap.Nil, fmt.Errorf("%s names no object: %s", Quote(text), h.meant(text))
	}
	return h.Numbered()[i], nil
}

// meant asks whether the user meant another name.
func (h *Heap) meant(text string) string {
	const most = 3
	names := h.Names.Near(text, most)
	for i, name := range names {
		names[i] = Quote(name)
	}
	switch {
	case h.Names.Len() == 0:
		return "the file has no names"
	case len(names) == 0:
		return fmt.Sprintf("the file has %d names, and the first is %s", h.Names.Len(), Quote(h.Names.Name(0)))
	case len(names) == 1:
		return "did you mean " + names[0] + "?"
	}
	last := len(names) - 1
	return "did you mean " + strings.Join(names[:last], ", ") + " or " + names[last] + "?"
}
