package states

import "github.com/seed-3ccf4018/halfmark/mark/concurrent"

// Replay returns the run as a program of goroutines: the heap in which it begins, and the scripts of its
// mutators. Call it only if r.Run is not nil, with the Marking of the setup.
//
// A schedule of the program repeats the run where [concurrent.Marking.Mark] makes the same choices. It takes
// the grey object with the lowest number, and with Mixed it scans a stack when nothing is grey.
func (r *Result) Replay(how Marking) *concurrent.Run {
	program := &concurrent.Run{Marking: how, Fields: r.Start.Fields}
	for obj, colour := range r.Start.Colours {
		if colour == free {
			program.Free = append(program.Free, concurrent.Ref(obj))
		}
	}
	for id, s := range r.Start.Stacks {
		program.Registers = append(program.Registers, s.Registers)
		program.Scripts = append(program.Scripts, r.script(id))
	}
	return program
}

// does are the operations of mutators, by the kinds of the steps that begin them.
var does = map[Kind]concurrent.Does{Drop: concurrent.Drop, Load: concurrent.Load, Begin: concurrent.Store, Allocate: concurrent.Allocate}

// script is what a mutator does.
func (r *Result) script(mutator int) (all []concurrent.Operation) {
	for _, m := range r.Run {
		what, begins := does[m.Kind]
		if m.Who != mutator || !begins {
			continue
		}
		o := concurrent.Operation{Does: what, To: m.Register, From: m.From}
		switch what {
		case concurrent.Store:
			o.To, o.From = m.From, m.Register
		case concurrent.Drop:
			o.To = m.From
		}
		all = append(all, o)
	}
	return all
}
