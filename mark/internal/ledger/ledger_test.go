package ledger

import (
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// wrong is a sound deque with something in the place of Push and Pop.
type wrong struct {
	stealq.Deque
	push func(item uint64) bool
	pop  func() (uint64, bool)
}

func (w *wrong) Push(item uint64) bool {
	if w.push != nil {
		return w.push(item)
	}
	return w.Deque.Push(item)
}

func (w *wrong) Pop() (uint64, bool) {
	if w.pop != nil {
		return w.pop()
	}
	return w.Deque.Pop()
}

// TestAuditors: two workers push, pop and steal. Right deques are not blamed, and each wrong is named.
func TestAuditors(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(w *wrong)
		says  string // at once
		lost  string // at the end
	}{
		{name: "sound", spoil: func(*wrong) {}},
		{name: "refuses", spoil: func(w *wrong) { w.push = func(uint64) bool { return false } }},
		{name: "loses", spoil: func(w *wrong) { w.push = func(uint64) bool { return true } }, lost: "Pop has not returned all that was pushed (3 missing), such as 62"},
		{name: "gives twice", spoil: func(w *wrong) {
			w.pop = func() (uint64, bool) {
				item, ok := w.Deque.Pop()
				w.Deque.Push(item)
				return item, ok
			}
		}, says: "Pop returned 64, which is in no deque: it was never pushed, or a Pop has returned it before", lost: "(1 missing), such as 63"},
		{name: "invents", spoil: func(w *wrong) { w.pop = func() (uint64, bool) { return 7, true } }, says: "Pop returned 7, which is in no deque", lost: "(2 missing), such as 63"},
		{name: "invents a large one", spoil: func(w *wrong) { w.pop = func() (uint64, bool) { return 128, true } },
			says: "Pop returned 128, which was never pushed: items are less than 128", lost: "(2 missing), such as 63"},
	} {
		var l Ledger
		l.Open(128)
		blamed := ""
		blame := func(format string, args ...any) {
			if blamed == "" {
				blamed = fmt.Sprintf(format, args...)
			}
		}
		deques := stealq.Locked.New(2, 4)
		w := &wrong{Deque: deques[0]}
		c.spoil(w)
		own, thief := &Auditor{w, &l, blame}, &Auditor{deques[1], &l, blame}
		for item := range uint64(3) {
			own.Push(62 + item)
		}
		own.Pop()
		own.Pop()
		deques[1].Steal(deques[0], stealq.One)
		thief.Pop()
		require.Equal(t, c.says == "", blamed == "", c.name)
		require.Contains(t, blamed, c.says, c.name)
		require.Equal(t, c.lost == "", l.Lost() == "", c.name)
		require.Contains(t, l.Lost(), c.lost, c.name)
		l.Open(128)
		require.Empty(t, l.Lost(), c.name)
	}
}

// A deque that refuses an item and has it all the same is blamed once it has been popped.
func TestRefusedAndTaken(t *testing.T) {
	var l Ledger
	l.Open(64)
	blamed := ""
	d := &wrong{Deque: stealq.Locked.New(1, 4)[0]}
	thief := &Auditor{d, &l, nil}
	own := &Auditor{d, &l, func(format string, args ...any) { blamed = fmt.Sprintf(format, args...) }}
	d.push = func(item uint64) bool {
		d.Deque.Push(item)
		thief.Pop()
		return false
	}
	require.False(t, own.Push(5))
	require.Equal(t, "Push refused 5, and Pop has returned it all the same", blamed)
	require.Empty(t, l.Lost())
}

// TestPanicked: the place is that of the panic, wherever it is recovered.
func TestPanicked(t *testing.T) {
	said := make(chan string)
	for want, does := range map[string]func(){
		`^panic in ledger\.TestPanicked\.func\d+ \(ledger_test\.go:\d+\): boom$`:                               func() { panic(errors.New("boom")) },
		`^runtime.Goexit ended a worker's goroutine in ledger\.TestPanicked\.func\d+ \(ledger_test\.go:\d+\)$`: func() { runtime.Goexit() },
	} {
		go func() {
			defer func() { said <- Panicked(recover()) }()
			does()
		}()
		require.Regexp(t, want, <-said)
	}
}
