package interleave

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// This file writes a schedule as a string, and runs a program by one.

// encode writes which thread made each step. It writes a letter for each thread, in the
// order in which the threads began, and a number where a thread made several steps in a
// row. "a3ba" is three steps of the first thread, one of the second and one of the
// first.
func encode(events []event) string {
	var b strings.Builder
	for i := 0; i < len(events); {
		n := 1
		for i+n < len(events) && events[i+n].thread == events[i].thread {
			n++
		}
		b.WriteByte('a' + byte(events[i].thread))
		if n > 1 {
			b.WriteString(strconv.Itoa(n))
		}
		i += n
	}
	return b.String()
}

// MostSteps is the largest number of steps of an execution and of a schedule.
const MostSteps = 10_000

// Steps reads a schedule, such as "a3ba". It returns the thread of each step: 0 for a, 1 for
// b. The error says what is wrong with the text, or that it has more than MostSteps steps.
func Steps(schedule string) (threads []int, err error) {
	wrong := func(format string, args ...any) ([]int, error) {
		return nil, fmt.Errorf("interleave: schedule %s: "+format, append([]any{cut(schedule)}, args...)...)
	}
	for i := 0; i < len(schedule); {
		t := int(schedule[i]) - 'a'
		if t < 0 || t >= maxThreads {
			return wrong("%q at %d: want a letter from a to %c", schedule[i], i, 'a'+maxThreads-1)
		}
		end := i + 1
		for end < len(schedule) && schedule[end] >= '0' && schedule[end] <= '9' {
			end++
		}
		n := 1
		if number := schedule[i+1 : end]; number != "" {
			if n, err = strconv.Atoi(number); errors.Is(err, strconv.ErrRange) {
				n = math.MaxInt
			} else if n < 1 {
				return wrong("%s at %d: want a number of steps", cut(number), i+1)
			}
		}
		if n > MostSteps-len(threads) {
			return wrong("it has more than %d steps", MostSteps)
		}
		threads = append(threads, slices.Repeat([]int{t}, n)...)
		i = end
	}
	return threads, nil
}

// cut quotes a text from outside this package, as far as a sentence can quote it.
func cut(text string) string {
	const most = 40
	if len(text) <= most {
		return strconv.Quote(text)
	}
	return strconv.Quote(text[:most]) + "..."
}

// Play returns the gcbench command that opens a schedule in a page. The link is that of
// Failure. If it is "", gcbench play does not know the program, and Play returns "". If the
// schedule is "", the page shows the program at its beginning. The flags come before the link.
func Play(link, schedule string, flags ...string) string {
	if link == "" {
		return ""
	}
	if schedule != "" {
		link += "@" + schedule
	}
	return fmt.Sprintf("gcbench play %s'%s'", strings.Join(append(flags, ""), " "), link)
}

// PlayLine returns the command of Play as a line to print behind a schedule. It begins with a
// line feed. It is "" if there is no command.
func PlayLine(link, schedule string) string {
	if link == "" {
		return ""
	}
	return "\nplay: " + Play(link, schedule)
}

// Replay runs p once by a schedule, and returns the steps as a table. The schedule is that of
// an earlier failure of p, or of another form of p. If the schedule ends early, or names a
// thread that cannot go on, the first thread that can goes on. Failure.Err is nil if
// nothing failed. The error says what is wrong with the text of the schedule. Like
// Explore, Replay waits while an exploration runs.
func Replay(p Program, schedule string) (*Failure, error) {
	threads, err := Steps(schedule)
	if err != nil {
		return nil, err
	}
	exploring.Lock()
	defer exploring.Unlock()
	return play(p, threads, 0, MostSteps), nil
}

// play runs p by a schedule, of which the first steps are fixed, and shows the steps.
func play(p Program, threads []int, fixed, steps int) *Failure {
	s := &script{threads: threads, fixed: fixed}
	w := &World{steps: steps, chooser: s, trace: &trace{}}
	defer w.release()
	w.run(p)
	return &Failure{Err: w.failure, Schedule: encode(w.events), Table: w.trace.table(w), Link: w.link, Steps: len(w.events), Preemptions: s.preemptions}
}

// script is a chooser that follows a schedule. Where the schedule ends, or asks for a thread that
// cannot go on, the first thread goes on that can. A strict script gives the execution up there.
type script struct {
	threads     []int
	fixed       int // who made the last of so many steps is not interrupted
	preemptions int
	strict      bool
	refused     error // of a strict script that does not end there
}

func (s *script) choose(w *World, open uint32, last int) int {
	next := s.next(w, open)
	if len(w.events) > s.fixed && next != last && open>>last&1 == 1 {
		s.preemptions++
	}
	return next
}

func (s *script) next(w *World, open uint32) int {
	i := len(w.events)
	asked := i < len(s.threads)
	switch {
	case asked && open>>s.threads[i]&1 == 1:
		return s.threads[i]
	case asked && s.strict:
		s.refuse(i, w.whyNot(s.threads[i]))
	}
	if s.strict {
		return -1
	}
	return bits.TrailingZeros32(open)
}

func (s *script) another(*World, bool) bool { return false }
