package ask

import "github.com/seed-3ccf4018/halfmark/mark"

// Uses says which options mean something to a call. An option that a call would ignore is an error.
//
//	                          Workers  Until,    Deque, Capacity, Grain,  Tuning  Timeline,
//	                                   Progress  OverflowBlocks                   Turn
//	Path, Paths, Levels,         x
//	Search
//	Referrers                    x        x             x
//	Retained, RetainedByRoots,   x        x             x                   x
//	dominators.Of
//	Ephemerons                   x        x             x                   x         x
type Uses struct {
	Call   string // the name of the call, with its package
	Hooks  bool   // it asks and tells the user's code
	Deques bool   // it marks
	Tuning bool   // it marks as the user likes
	Result bool   // it returns a mark.Result, which has a timeline
	Why    string // it does not use the others
}

// Check refuses options that the call would ignore, and those that no call can use.
func (u Uses) Check(o mark.Options) error {
	for _, f := range []struct {
		option      string
		given, used bool
	}{
		{"Until", o.Until != nil, u.Hooks},
		{"Progress", o.Progress != nil, u.Hooks},
		{"Deque", o.Deque != nil, u.Deques},
		{"Capacity", o.Capacity != 0, u.Deques},
		{"Grain", o.Grain != 0, u.Deques},
		{"OverflowBlocks", o.OverflowBlocks != 0, u.Deques},
		{"Tuning", o.Tuning != mark.Options{}.Tuning, u.Tuning},
		{"Timeline", o.Timeline != 0, u.Result},
		{"Turn", o.Turn != nil, u.Result},
	} {
		if f.given && !f.used {
			return &mark.OptionError{Option: f.option, Problem: u.Call + " would ignore it: " + u.Why}
		}
	}
	return o.Validate()
}
