package namelist

import (
	"slices"
	"strings"
)

// nearBytes is the length of the longest text for which Near counts edits. Each name that is
// about as long is compared with it.
const nearBytes = 64

// Near returns up to most names that the typist of text may have meant, the likeliest first.
// Such a name has other letters in capitals, contains text (as a path of a module and its
// version do), or differs in few letters. Near looks at all names, so it takes time.
func (n *Names) Near(text string, most int) []string {
	type candidate struct {
		name string
		far  int
	}
	var best []candidate
	folded := strings.ToLower(text)
	for _, name := range n.All() {
		far := distance(folded, strings.ToLower(name))
		if far < 0 || len(best) == most && (most == 0 || far >= best[most-1].far) {
			continue
		}
		if len(best) == most {
			best = best[:most-1]
		}
		i, _ := slices.BinarySearchFunc(best, far+1, func(c candidate, far int) int { return c.far - far })
		best = slices.Insert(best, i, candidate{name, far})
	}
	var names []string
	for _, c := range best {
		names = append(names, c.name)
	}
	return names
}

// distance says how far a name is from a text, -1 if too far. A name that contains the text
// at its start is nearer than one that contains it elsewhere, and both are nearer than a name
// with two edits.
func distance(text, name string) int {
	const perEdit = 2
	switch {
	case text == name:
		return 0
	case text == "":
		return -1
	case strings.HasPrefix(name, text):
		return 1
	}
	// A longer text may have more mistakes.
	if most := min(2, len(text)/3); len(text) <= nearBytes && max(len(text)-len(name), len(name)-len(text)) <= most {
		if e := edits(text, name, most); e <= most {
			return perEdit * e
		}
	}
	if strings.Contains(name, text) {
		return perEdit + 1
	}
	return -1
}

// edits returns how many bytes must be inserted, left out or replaced to make a into b, or
// any larger number than most if more than most must be (Levenshtein's distance; Wagner and
// Fischer's algorithm).
func edits(a, b string, most int) int {
	var row [nearBytes + 1]int
	for i := range len(a) + 1 {
		row[i] = i
	}
	for k := range len(b) {
		diagonal, least := row[0], k+1
		row[0] = k + 1
		for i := range len(a) {
			other := diagonal
			if a[i] != b[k] {
				other = 1 + min(diagonal, row[i], row[i+1])
			}
			diagonal, row[i+1] = row[i+1], other
			least = min(least, other)
		}
		if least > most {
			return most + 1
		}
	}
	return row[len(a)]
}
