package report

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Choices are the options of a marker, the number of workers aside, under the names of their flags. There is a field for each
// setting of package setting, which ranges over them. Its key in JSON is the setting's.
type Choices struct {
	Deque    string `json:"queue"`
	Grain    int    `json:"grain"`
	Capacity int    `json:"deque"`
	Overflow int    `json:"overflow"` // blocks of the pool; 0 is none
	Steal    string `json:"steal"`
	Amount   string `json:"amount"`
	Victim   string `json:"victim"`
	Idle     string `json:"idle"`
	Marking  string `json:"marking"`

	// Speculation is "" in reports of versions without it.
	Speculation string `json:"speculation"`
}

// ChoicesOf returns o in the report's terms, with what its zero values stand for.
func ChoicesOf(o mark.Options) (c Choices) {
	o = o.WithDefaults()
	for _, s := range setting.All {
		field, value := c.field(s.Name), s.Of(&o)
		if field.CanInt() {
			n, _ := strconv.Atoi(value) // Of has written it
			field.SetInt(int64(n))
		} else {
			field.SetString(value)
		}
	}
	return c
}

// field is that of a setting: its name is the setting's, but for its first letter.
func (c *Choices) field(name string) reflect.Value {
	return reflect.ValueOf(c).Elem().FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, name) })
}

// Of returns the choice of a setting.
func (c *Choices) Of(name string) string { return fmt.Sprint(c.field(name)) }

// String lists the choices, for a line below a table.
func (c Choices) String() string { return strings.Join(c.Settings(), ", ") }

// Settings returns each choice behind the name of its flag.
func (c Choices) Settings() (all []string) {
	for _, s := range setting.All {
		all = append(all, s.Name+" "+c.Of(s.Name))
	}
	return all
}
