package interleave

import "errors"

// Execution is an execution that has ended. It serves to check that a program does the
// same again, also in another process.
type Execution struct {
	Err     error // why it failed; nil if it did not
	Threads int   // number of threads
	Steps   int   // number of steps
	// Digest is a hash of all operations, with those of the set-up: the thread of each, its
	// variable and the value there. Two executions with different digests are not the same.
	Digest uint64

	events []event
}

// Schedule writes the steps as a schedule, for Replay and Retrace. If the Execution comes from
// Options.Observe, Schedule may be called until Observe returns.
func (e *Execution) Schedule() string { return encode(e.events) }

// execution is the one that has just ended.
func (w *World) execution() *Execution {
	return &Execution{Err: w.failure, Threads: len(w.threads), Steps: len(w.events), Digest: w.digest, events: w.events}
}

// ErrNotTheSame says that a program depends on more than its schedule. It is in Failure.Err if
// a schedule that failed does not fail again. Explore panics with it if a thread cannot make
// the step that it made before. Other differences go unnoticed.
var ErrNotTheSame = errors.New("the program does not do the same in each execution: " +
	"no randomness, clock, map order or goroutines may decide what it does")

// Retrace runs p once by the schedule of an execution, with at most so many steps. It is faster
// than Replay, because it writes no table. Where the program cannot follow the schedule, the
// first thread that can go on does, and the digest is another one. The error says what is wrong
// with the text of the schedule. Like Explore, Retrace waits while an exploration runs.
func Retrace(p Program, schedule string, steps int) (*Execution, error) {
	threads, err := Steps(schedule)
	if err != nil {
		return nil, err
	}
	exploring.Lock()
	defer exploring.Unlock()
	w := &World{steps: steps, chooser: &script{threads: threads}}
	defer w.release()
	w.run(p)
	return w.execution(), nil
}

// digested mixes an operation into the digest of the execution.
func (w *World) digested(e *event, wrote bool, v uint64) {
	const odd = 0x9e3779b97f4a7c15
	what := uint64(e.thread)<<48 | uint64(e.op)<<40 | uint64(uint32(e.object+1))<<1 | uint64(number(wrote))
	for _, x := range [...]uint64{what, v} {
		w.digest = (w.digest ^ x) * odd
		w.digest ^= w.digest >> 29
	}
}
