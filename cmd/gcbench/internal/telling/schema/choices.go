package schema

import (
	"reflect"
	"strconv"
	"sync"
)

// Choices are the options of a marker, the number of workers aside, by the keys that files have. There is a
// field for each setting of package setting, which fills them.
type Choices struct {
	Deque    string `json:"queue"`    // the keys of files of before stay
	Grain    int    `json:"grain"`    // references in an item of a deque
	Capacity int    `json:"deque"`    // items that a deque has room for
	Overflow int    `json:"overflow"` // blocks of the pool; 0 is none
	Steal    string `json:"steal"`    // from whom when a deque is empty
	Amount   string `json:"amount"`   // how much a steal takes
	Victim   string `json:"victim"`   // how a thief chooses
	Idle     string `json:"idle"`     // what an idle worker does
	Marking  string `json:"marking"`  // who sets mark bits, as it was asked for

	// Speculation is "" in reports of versions without it.
	Speculation string `json:"speculation"`
}

// Of returns the choice with that key, as a flag has it.
func (c *Choices) Of(key string) string { return cell(byKey(reflect.ValueOf(c).Elem(), key)) }

// Set enters the choice with that key. A number must be one.
func (c *Choices) Set(key, value string) {
	field := byKey(reflect.ValueOf(c).Elem(), key)
	if n, err := strconv.Atoi(value); err == nil && field.CanInt() {
		field.SetInt(int64(n))
	} else {
		field.SetString(value)
	}
}

// places has where a struct has which key: a map[string][]int by its reflect.Type. To look it up in a type takes long.
var places sync.Map

// byKey is the field of a struct that JSON has under a key. It is the zero Value if there is none.
func byKey(v reflect.Value, key string) reflect.Value {
	of, known := places.Load(v.Type())
	if !known {
		all := map[string][]int{}
		for _, f := range reflect.VisibleFields(v.Type()) {
			all[f.Tag.Get("json")] = f.Index
		}
		of, _ = places.LoadOrStore(v.Type(), all)
	}
	if place := of.(map[string][]int)[key]; place != nil {
		return v.FieldByIndex(place)
	}
	return reflect.Value{}
}
