package picture

import (
	"errors"
	"fmt"
	"html/template"
	"math"
)

func needRows(n int) error {
	if n == 0 {
		return errors.New("the picture has no row")
	}
	return nil
}

// finite finds a number that has no place in a picture.
func finite(numbers ...float64) error {
	for _, v := range numbers {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%v cannot be drawn", v)
		}
	}
	return nil
}

// placeholder stands where a chart of rows will be drawn.
func placeholder(title, conclusion string, rows int) template.HTML {
	return template.HTML(fmt.Sprintf("<svg class=\"pic\" role=\"img\" viewBox=\"0 0 440 %d\"><title>%s</title><desc>%s</desc><text y=\"16\">%[2]s</text></svg>",
		40*rows+20, template.HTMLEscapeString(title), template.HTMLEscapeString(conclusion)))
}
