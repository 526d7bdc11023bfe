// Package edit changes texts, such as source code that gets a known bug.
package edit

import (
	"fmt"
	"strings"
)

// Once replaces a text that must occur exactly once. A change of the text around it is therefore
// noticed.
func Once(text, old, new string) (string, error) {
	if n := strings.Count(text, old); n != 1 {
		return "", fmt.Errorf("the text %q occurs %d times, and an edit needs it once", old, n)
	}
	return strings.Replace(text, old, new, 1), nil
}
