package lanes

import (
	"encoding/json"
	"html/template"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/chrometrace"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/lanes/rows"
)

const (
	mostSlices = 20_000  // of one mark: about 600 KB of the page
	allSlices  = 200_000 // of all marks of a page
)

// Data returns the values of the viewer: those of all marks, as JSON that may stand in a script element.
func Data(marks []chrometrace.Mark) (template.JS, error) {
	var all []rows.Mark
	for i := range marks {
		all = append(all, rows.OfMark(marks[i].Title(), marks[i].Timeline, min(mostSlices, allSlices/len(marks))))
	}
	text, err := json.Marshal(rows.Of(all)) // writes <, > and & as escapes
	return template.JS(text), err
}
