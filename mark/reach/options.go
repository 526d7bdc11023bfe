package reach

import "github.com/seed-3ccf4018/halfmark/mark"

// uses says which options mean something to a call of this package. What a call would ignore is an error.
//
//	                      Workers  Until, Progress  Deque, Capacity, Grain,   Timeline,
//	                                                OverflowBlocks, Tuning    Turn
//	Path, Paths, Levels,     x
//	Search
//	Retained                 x            x                    x
//	Ephemerons               x            x                    x               x
type uses struct {
	call   string
	hooks  bool // it asks and tells the user's code
	marks  bool // it marks, so it has deques
	result bool // it returns a mark.Result, which has a timeline
	why    string
}

// searches are the uses of a call that searches by breadth.
func searches(call string) uses {
	return uses{call: call, why: "it searches by breadth, and of the options only Workers means something there"}
}

var (
	retains = uses{call: "reach.Retained", hooks: true, marks: true, why: "the set that it returns has no timeline"}
	settles = uses{call: "reach.Ephemerons", hooks: true, marks: true, result: true}
)

// check refuses options that the call would ignore, and those that no call can use.
func (u uses) check(o mark.Options) error {
	for _, f := range []struct {
		option      string
		given, used bool
	}{
		{"Until", o.Until != nil, u.hooks},
		{"Progress", o.Progress != nil, u.hooks},
		{"Deque", o.Deque != nil, u.marks},
		{"Capacity", o.Capacity != 0, u.marks},
		{"Grain", o.Grain != 0, u.marks},
		{"OverflowBlocks", o.OverflowBlocks != 0, u.marks},
		{"Tuning", o.Tuning != mark.Options{}.Tuning, u.marks},
		{"Timeline", o.Timeline != 0, u.result},
		{"Turn", o.Turn != nil, u.result},
	} {
		if f.given && !f.used {
			return &mark.OptionError{Option: f.option, Problem: u.call + " would ignore it: " + u.why}
		}
	}
	return o.Validate()
}
