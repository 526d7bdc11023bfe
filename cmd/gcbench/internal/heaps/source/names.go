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
// as it is. A name is therefore one word in a shell's loop and for xargs, and no name can
// control a terminal.
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
	switch names := h.Names.Near(text, most); {
	case h.Names.Len() == 0:
		return "the file has no names"
	case len(names) == 0:
		return fmt.Sprintf("the file has %d names, and the first is %s", h.Names.Len(), Quote(h.Names.Name(0)))
	default:
		return DidYouMean(names)
	}
}

// DidYouMean asks for one of these names, of which there is one at least.
func DidYouMean(names []string) string {
	text := Quote(names[0])
	for i, name := range names[1:] {
		between := ", "
		if i == len(names)-2 {
			between = " or "
		}
		text += between + Quote(name)
	}
	return "did you mean " + text + "?"
}
