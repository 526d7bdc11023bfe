package interleave

import (
	"fmt"
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

// decode is the inverse of encode.
func decode(schedule string) ([]int, error) {
	var threads []int
	for i := 0; i < len(schedule); {
		t := int(schedule[i]) - 'a'
		if t < 0 || t >= maxThreads {
			return nil, fmt.Errorf("interleave: schedule %q: %q at %d: want a letter from a to %c", schedule, schedule[i], i, 'a'+maxThreads-1)
		}
		end := i + 1
		for end < len(schedule) && schedule[end] >= '0' && schedule[end] <= '9' {
			end++
		}
		n := 1
		if end > i+1 {
			var err error
			if n, err = strconv.Atoi(schedule[i+1 : end]); err != nil || n < 1 || n > 1_000_000 {
				return nil, fmt.Errorf("interleave: schedule %q: %q at %d: want a number of steps", schedule, schedule[i+1:end], i+1)
			}
		}
		for range n {
			threads = append(threads, t)
		}
		i = end
	}
	return threads, nil
}

// Play is the command that opens a schedule in a page. The link is that of Failure. If it is
// "", gcbench play does not know the program, and there is no command.
//
// Flags come before the link. The command names no folder with the source: a go test runs in the
// folder of its package, and gcbench finds the source that it was built from.
func Play(link, schedule string, flags ...string) string {
	if link == "" {
		return ""
	}
	return fmt.Sprintf("gcbench play %s'%s@%s'", strings.Join(append(flags, ""), " "), link, schedule)
}

// PlayLine is the line with this command, which stands behind a schedule that people read. It
// begins with a line feed. It is "" if there is no command.
func PlayLine(link, schedule string) string {
	if link == "" {
		return ""
	}
	return "\nplay: " + Play(link, schedule)
}

// Steps is the number of steps of a schedule. The error says what is wrong with its text.
func Steps(schedule string) (int, error) {
	threads, err := decode(schedule)
	return len(threads), err
}

// Replay runs p once by a schedule, and shows the steps. The schedule is that of an
// earlier failure of p, or of another form of p. If the schedule ends early, or names a
// thread that cannot go on, the first thread that can goes on. Failure.Err is nil if
// nothing failed. The error says what is wrong with the text of the schedule. Like
// Explore, Replay waits while an exploration runs.
func Replay(p Program, schedule string) (*Failure, error) {
	threads, err := decode(schedule)
	if err != nil {
		return nil, err
	}
	exploring.Lock()
	defer exploring.Unlock()
	return play(p, threads, 10_000), nil
}

func show(p Program, schedule string, steps int) *Failure {
	threads, err := decode(schedule)
	if err != nil {
		panic(err)
	}
	return play(p, threads, steps)
}

func play(p Program, threads []int, steps int) *Failure {
	w := &World{steps: steps, chooser: &script{threads}, trace: &trace{}}
	defer w.release()
	w.run(p)
	return &Failure{Err: w.failure, Schedule: encode(w.events), Table: w.trace.table(w), Link: w.link}
}

// script is a chooser that follows a schedule.
type script struct{ threads []int }

func (s *script) choose(w *World, open uint32, _ int) int {
	if i := len(w.events); i < len(s.threads) && open>>s.threads[i]&1 == 1 {
		return s.threads[i]
	}
	for t := range w.threads {
		if open>>t&1 == 1 {
			return t
		}
	}
	return -1
}

func (s *script) another(*World, bool) bool { return false }
