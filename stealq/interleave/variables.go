package interleave

import "reflect"

// This file lists variables with their values, for pictures of a program that stands still.

// Variable is a variable that threads share, with its value as tables of schedules show it.
type Variable struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Variables returns the variables that the program has named with Name, in this order. Call it
// where no thread makes a step, such as in a function given to Depict.
func (w *World) Variables() (all []Variable) {
	for _, n := range w.names {
		all = append(all, Variables(n.name, n.root, n.format)...)
	}
	return all
}

// Variables returns the variables of this package's types in the value that root points to, as
// World.Name names them. No goroutine may write them meanwhile.
func Variables(prefix string, root any, format func(name string, v uint64) string) (all []Variable) {
	walk(reflect.ValueOf(root), prefix, map[uintptr]bool{}, func(name string, holder, _ reflect.Value) {
		all = append(all, Variable{name, label{name, format}.value(valueOf(holder))})
	})
	return all
}

// valueOf is the number that tables show for a variable.
func valueOf(holder reflect.Value) uint64 {
	for _, name := range []string{"locked", "count", "length"} { // Mutex, WaitGroup, Chan
		if f := holder.FieldByName(name); f.IsValid() {
			return uint64(f.Int())
		}
	}
	if f := holder.FieldByName("v"); f.IsValid() { // Integer
		return f.FieldByName("v").Uint()
	}
	p, held := holder.FieldByName("p").FieldByName("v").Pointer(), holder.FieldByName("held")
	for i := range held.Len() {
		if held.Index(i).Pointer() == p {
			return uint64(i + 1)
		}
	}
	return 0
}
