package picture

import "strings"

// letters is about how wide text is, in units of the picture. Which font a reader has is
// not known, so that it is as wide as the wider ones make it.
func letters(text string, size float64) float64 {
	w := 0.0
	for _, r := range text {
		switch {
		case strings.ContainsRune("ijl.,:;'|!()[]⁰¹²³⁴⁵⁶⁷⁸⁹⁻ ", r):
			w += 0.4
		case strings.ContainsRune("mwMW@%→", r):
			w += 0.95
		case 'A' <= r && r <= 'Z':
			w += 0.7
		case r >= 0x1100:
			w++
		default:
			w += 0.62
		}
	}
	return w * size
}

// fit cuts text to the room that there is for it.
func fit(text string, size, room float64) string {
	if letters(text, size) <= room {
		return text
	}
	runes := []rune(text)
	w := letters("…", size)
	for i, r := range runes {
		if w += letters(string(r), size); w > room {
			return strings.TrimRight(string(runes[:i]), " ,") + "…"
		}
	}
	return text
}
