// Package verdict has what the judge of a lab finds, as the judge's process tells it to
// gcbench, and as gcbench writes it to a file.
package verdict

// Verdict says whether an answer is right.
type Verdict string

// The verdicts.
const (
	Right    Verdict = "right"
	Wrong    Verdict = "wrong"
	Unjudged Verdict = "unjudged" // it cannot be built, or the judge could not come to an end
)

// Check is one thing that an answer must satisfy.
type Check struct {
	Name    string  `json:"name"`
	Points  int     `json:"points"`         // that it brings if it holds
	Asks    string  `json:"asks,omitempty"` // what must hold, in words; missing if the judge did not come to it
	State   State   `json:"state"`
	Detail  string  `json:"detail,omitempty"` // how much was tried, or why it was not
	Fault   *Fault  `json:"fault,omitempty"`  // if broken
	Seconds float64 `json:"seconds"`
}

// NoRace is the check that the race detector makes. It is skipped where the detector is missing.
func NoRace() Check {
	return Check{Name: "no data race", Asks: "threads share memory through atomics and locks alone"}
}

// State is how a check ended.
type State string

// The states.
const (
	Begun   State = "begun" // and never ended: the judge did not come to an end
	Held    State = "held"
	Broken  State = "broken"
	Skipped State = "skipped" // it is not possible here

	Unreached State = "unreached" // the judge had ended before
)

// Passed says whether the check brings its points. One that this machine cannot make takes none away.
func (c *Check) Passed() bool { return c.State == Held || c.State == Skipped }

// Score is how many of its points the check brings.
func (c *Check) Score() int {
	if c.Passed() {
		return c.Points
	}
	return 0
}

// Fault is what is wrong with an answer.
type Fault struct {
	Says     string `json:"says"`               // one sentence
	Program  string `json:"program,omitempty"`  // what each worker did, in words
	Table    string `json:"table,omitempty"`    // the steps, a column for each worker
	Schedule string `json:"schedule,omitempty"` // the steps as letters, such as a3ba
	Story    string `json:"story,omitempty"`    // what else helps to understand
	Link     string `json:"link,omitempty"`     // the program's name in links of gcbench play --lab
	Play     string `json:"play,omitempty"`     // the command that plays the schedule, or the program of a loop without an end
	Unplayed string `json:"unplayed,omitempty"` // why there is no such command
}

// OneWorker is why there is nothing to play in programs of one worker.
const OneWorker = "there is one worker, so no schedule is needed"

// Event is a line that the judge's process writes when its check begins and when that ends.
type Event struct {
	// Token is what gcbench has given to the judge alone. An event without it is none.
	Token string `json:"token"`
	Check Check  `json:"check"`
	Holds *Holds `json:"holds,omitempty"` // the check holds
	// Unjudged says why the judge itself cannot judge; "" if it can.
	Unjudged string `json:"unjudged,omitempty"`
	// Again has the digests of the executions that were made again, in their order.
	Again []uint64 `json:"again,omitempty"`
}

// Holds is what a judge tells of a check that holds.
type Holds struct {
	Last     bool     `json:"last"`     // it is the last of the lab's checks
	Explored Explored `json:"explored"` // empty if nothing was explored
}

// Explored is what a process needs to make some executions of another process again.
type Explored struct {
	Sample []Execution `json:"sample"`
	// Ends has the explorations that found a failure or did not try every schedule, by their
	// numbers. The next step of the check depends on it.
	Ends map[int]End `json:"ends"`
}

// Execution is one execution of an exploration.
type Execution struct {
	Exploration int    `json:"exploration"` // number of it, from 1
	Schedule    string `json:"schedule"`
	Digest      uint64 `json:"digest"` // of all that it did
}

// End is how an exploration ended.
type End struct {
	Complete bool `json:"complete"`
	Endless  bool `json:"endless"` // an execution had no end
}
