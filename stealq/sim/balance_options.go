package sim

import (
	"fmt"
	"strings"
)

// BalanceScheme is a way to balance.
type BalanceScheme struct {
	Name      string
	Initiate  Initiation // when a process attempts to balance
	Move      Move       // how many items a balancing moves
	Symmetric bool       // either side may give; otherwise the process that attempts can only take
}

// Initiation is the rule for when a process attempts to balance (Hendler and Shavit, PODC 2002,
// section 2.2.1).
type Initiation uint8

const (
	// InitiateEmpty attempts in each step in which the process has no items.
	InitiateEmpty Initiation = iota

	// InitiateProbabilistic attempts with probability mu divided by the load. Without load
	// the probability is 1.
	InitiateProbabilistic

	// InitiateFactor attempts when the load is at least twice, or at most half,
	// of what it was at the last attempt.
	InitiateFactor
)

// Move is the rule for how many items a balancing moves from the larger load to the smaller.
type Move uint8

const (
	// MoveEven moves half of the difference, rounded down.
	MoveEven Move = iota

	// MoveEighth moves as many as MoveEven, but at most an eighth of the larger load,
	// rounded up. A StealHalf deque can always give so many (theorem 3.10).
	MoveEighth

	// MoveOne moves one item.
	MoveOne
)

// BalanceSchemes returns schemes to compare. The paper's two come first.
func BalanceSchemes() []BalanceScheme {
	return []BalanceScheme{
		{"symmetric", InitiateProbabilistic, MoveEven, true},
		{"asymmetric", InitiateProbabilistic, MoveEven, false},
		{"eighth", InitiateProbabilistic, MoveEighth, false},
		{"factor", InitiateFactor, MoveEven, false},
		{"halfempty", InitiateEmpty, MoveEven, false},
		{"oneprob", InitiateProbabilistic, MoveOne, false},
		{"oneempty", InitiateEmpty, MoveOne, false},
	}
}

// ParseBalanceScheme returns the one of BalanceSchemes that has this Name. The error lists
// the names.
func ParseBalanceScheme(name string) (BalanceScheme, error) {
	var names []string
	for _, s := range BalanceSchemes() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return BalanceScheme{}, fmt.Errorf("sim: no balancing scheme %q: the schemes are %s", name, strings.Join(names, ", "))
}

// amount returns how many items move from a process with load large to a process with
// load small. It returns 0 if they need no balancing.
func (s *BalanceScheme) amount(large, small int) int {
	half := max(large-small, 0) / 2
	switch {
	case s.Move == MoveOne && large > small:
		return 1
	case s.Move == MoveEighth:
		return min(half, (large+7)/8)
	case s.Move == MoveEven:
		return half
	}
	return 0
}

// BalanceOptions describe a system of processes that balance their loads.
type BalanceOptions struct {
	Scheme    BalanceScheme
	Pattern   LoadPattern
	Processes int     // n in the paper, from 2 to MaxProcesses
	Start     int     // items of each process at the beginning, 0 or more
	Steps     int     // steps of a run, 1 or more
	U         int     // items that a process may generate or consume in a step, 1 or more
	Mu        float64 // for InitiateProbabilistic: above 0, at most 1
	Runs      int     // executions to average over, 1 or more
	Seed      uint64  // seed of the first run; the next runs have Seed+1, Seed+2, …
}

const (
	// MaxProcesses is the largest BalanceOptions.Processes.
	MaxProcesses = 1 << 20

	// maxItems is the largest number of items that a run may come to hold.
	maxItems = 1 << 52
)

// validate returns an error that names the field if an option cannot be used.
func (o *BalanceOptions) validate() error {
	switch {
	case o.Processes < 2 || o.Processes > MaxProcesses:
		return fmt.Errorf("sim: %d processes: there must be 2 to %d", o.Processes, MaxProcesses)
	case o.Steps < 1 || o.Runs < 1:
		return fmt.Errorf("sim: %d steps and %d runs: there must be at least 1 of each", o.Steps, o.Runs)
	case o.U < 1 || o.Start < 0:
		return fmt.Errorf("sim: u is %d and every process starts with %d items: these must be at least 1 and 0", o.U, o.Start)
	case float64(o.Start)+float64(o.U)*float64(o.Steps) > maxItems/float64(o.Processes):
		return fmt.Errorf("sim: %d processes that start with %d items and generate up to %d in each of %d steps may come to hold "+
			"more than 2^52: choose less", o.Processes, o.Start, o.U, o.Steps)
	case o.Scheme.Initiate == InitiateProbabilistic && !(o.Mu > 0 && o.Mu <= 1):
		return fmt.Errorf("sim: mu is %v: it must be above 0 and at most 1", o.Mu)
	case o.Scheme.Initiate > InitiateFactor || o.Scheme.Move > MoveOne || o.Scheme.Symmetric && o.Scheme.Move != MoveEven:
		return fmt.Errorf("sim: scheme %+v: it must be one of BalanceSchemes, or like them; only MoveEven can be symmetric", o.Scheme)
	case o.Pattern >= numPatterns:
		return fmt.Errorf("sim: load pattern %d: it must be below %d", o.Pattern, numPatterns)
	}
	return nil
}
