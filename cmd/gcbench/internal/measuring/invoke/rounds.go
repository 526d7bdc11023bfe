package invoke

import (
	"time"
)

// Effort says how many invocations each unit of a measurement has.
type Effort struct {
	// Fixed, if not 0, is the number.
	Fixed int
	// Until, if not 0, goes on until every unit's figures are that precise: the half of an
	// interval over its centre. There are at least Least invocations then.
	Until float64
	// For, if not 0, ends everything after that time, but for the first round.
	For time.Duration
	// Otherwise there are as many rounds as fit into Budget, from Least to Most, if they
	// all take as long as the first.
	Budget      time.Duration
	Least, Most int
	// Strict ends everything when Budget is over, but for the first round.
	Strict bool
}

// over reports whether the time is over.
func (e *Effort) over(took time.Duration) bool {
	return e.For > 0 && took >= e.For || e.Strict && took >= e.Budget
}

// Ending says why no more invocations were made.
type Ending int

const (
	Complete Ending = iota // as many as asked for
	Precise                // Effort.Until is reached
	TimeOver               // Effort.For is over, or a strict budget
)

// String is a word for a report.
func (e Ending) String() string { return [...]string{"complete", "precise", "time"}[e] }

// Rounds take turns: a round has an invocation of each unit, so that whatever drifts on the
// machine hits all of them alike. The direction alternates.
type Rounds struct {
	Effort Effort
	Units  int
	// Measure makes one more invocation of a unit. done is the part of all the work that
	// is done by then, and share the part that this invocation is; both are estimates.
	Measure func(unit, round int, done, share float64) error
	// HalfWidth is the precision of a unit's figures so far. Only Effort.Until needs it.
	HalfWidth func(unit int) float64

	now   func() time.Time
	began time.Time
	total int // rounds, as far as known
}

// Run makes the invocations. It returns the error of Measure.
func (r *Rounds) Run() (Ending, error) {
	if r.now == nil {
		r.now = time.Now
	}
	r.began, r.total = r.now(), r.rounds(0)
	for round := 0; ; round++ {
		units := r.wanted(round)
		if len(units) == 0 {
			if r.Effort.Until > 0 {
				return Precise, nil
			}
			return Complete, nil
		}
		for i := range units {
			if round > 0 && r.Effort.over(r.now().Sub(r.began)) {
				return TimeOver, nil
			}
			unit := units[i]
			if round%2 == 1 {
				unit = units[len(units)-1-i]
			}
			done, share := r.progress(round, i, len(units))
			if err := r.Measure(unit, round, done, share); err != nil {
				return Complete, err
			}
		}
		if round == 0 {
			r.total = r.rounds(r.now().Sub(r.began))
		}
	}
}

// wanted are the units that take part in a round.
func (r *Rounds) wanted(round int) (units []int) {
	for u := range r.Units {
		e := r.Effort
		switch {
		case round == 0, e.Until == 0 && round < r.total:
		case e.Until > 0 && (round < e.Least || r.HalfWidth(u) > e.Until):
		default:
			continue
		}
		units = append(units, u)
	}
	return units
}

// unlimited is more rounds than anybody waits for.
const unlimited = 1 << 30

// rounds is how many there will be, when the first one took so long.
func (r *Rounds) rounds(first time.Duration) int {
	e := r.Effort
	switch {
	case e.Fixed > 0:
		return e.Fixed
	case e.Until > 0 || e.For > 0:
		return unlimited
	}
	return int(min(max(e.Budget/max(first, 1), time.Duration(e.Least)), time.Duration(e.Most)))
}

// progress estimates the part of the work that is done before the i-th of n invocations of
// a round, and the part that one is.
func (r *Rounds) progress(round, i, n int) (done, share float64) {
	if r.Effort.For > 0 && round > 0 {
		each := r.now().Sub(r.began).Seconds() / float64(round*r.Units+i)
		return min(1, r.now().Sub(r.began).Seconds()/r.Effort.For.Seconds()), min(1, each/r.Effort.For.Seconds())
	}
	share = 1 / float64(r.total*n)
	return (float64(round) + float64(i)/float64(n)) / float64(r.total), share
}
