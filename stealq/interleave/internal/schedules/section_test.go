package schedules

import (
	"fmt"
	"strings"
)

// marks are the lines between which the document has the tables of a run.
func marks(long bool) (begin, end string) {
	run := map[bool]string{false: "ordinary", true: "long"}[long]
	return fmt.Sprintf("<!-- %s run: written by stealq/interleave/internal/schedules -->\n", run), "<!-- end -->\n"
}

// find returns where the tables of a run lie in the document: text[from:to].
func find(text string, long bool) (from, to int, err error) {
	begin, end := marks(long)
	from = strings.Index(text, begin)
	if from >= 0 {
		from += len(begin)
		to = strings.Index(text[from:], end)
	}
	if from < 0 || to < 0 {
		return 0, 0, fmt.Errorf("%s: no place for the tables: want the line %q and after it %q", document, begin, end)
	}
	return from, from + to, nil
}

func replace(text string, long bool, tables string) (string, error) {
	from, to, err := find(text, long)
	if err != nil {
		return "", err
	}
	return text[:from] + "\n" + tables + "\n" + text[to:], nil
}
