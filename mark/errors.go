package mark

import (
	"fmt"
	"runtime/debug"

	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ledger"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// PanicError is the error of a mark, or of package mark/walk, in which your code panicked or
// called runtime.Goexit. errors.As finds it. Afterwards the program goes on, and a [Marker]
// can be used again.
//
// There are two exceptions. A panic of your NumNodes is not caught, because it comes before
// the mark. If your code calls runtime.Goexit on the caller's goroutine, the mark cannot
// return anything.
type PanicError struct {
	Call  string // what panicked: AppendSuccessors, Options.Until, Options.Progress, or successors of walk.Reach
	Node  uint32 // the node that it was asked about; 0 for Options.Progress
	Value any    // what it panicked with; nil if it called runtime.Goexit
	Stack []byte // the goroutine's stack at the panic
}

// Error says which call panicked, at which node, and with what value, without the stack.
func (e *PanicError) Error() string {
	what := "mark: " + e.Call
	if e.Call != progressCall {
		what += fmt.Sprintf(" of node %d", e.Node)
	}
	if e.Value == nil {
		return what + " ended its goroutine with runtime.Goexit"
	}
	return fmt.Sprintf("%s panicked: %v", what, e.Value)
}

// Unwrap returns e.Value if it is an error, and nil otherwise.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// NodeError is the error of a mark in which a node's successors could not be used: a
// [TryFunc] returned an error, or one of them is no node. errors.As finds it.
// AppendSuccessors of your type may panic with one, too, to end a mark.
type NodeError struct {
	Node uint32 // the node whose successors were asked for
	Err  error  // what the function of a TryFunc returned, or which successor is not a node
}

// Error says at which node the graph failed, and why.
func (e *NodeError) Error() string {
	return fmt.Sprintf("mark: successors of node %d: %v", e.Node, e.Err)
}

// Unwrap returns e.Err.
func (e *NodeError) Unwrap() error { return e.Err }

// StopError is the error of a mark that [Options].Until has ended. errors.As finds it.
type StopError struct {
	Node uint32 // the node, or the Ref of the object, for which Until returned true
}

// Error says at which node the mark was stopped.
func (e *StopError) Error() string {
	return fmt.Sprintf("mark: stopped at node %d, for which Options.Until returned true", e.Node)
}

// DequeError is the error of a mark whose deques have broken the contract of [stealq.Deque]:
// they have lost an item, given one twice or invented one, a method has panicked, or the mark
// would not have ended. errors.As finds it.
type DequeError struct {
	Kind    string // the Name of the deques' Kind
	Problem string // what they did
	Value   any    // what they panicked with; nil if they did not panic
	Stack   []byte // of the panic or the call of runtime.Goexit; nil if there was none
}

// Error names the kind of the deques, and says what they did.
func (e *DequeError) Error() string { return "mark: deques of kind " + e.Kind + ": " + e.Problem }

// Unwrap returns e.Value if it is an error, and nil otherwise.
func (e *DequeError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// blame makes the errors of the engine's marks: see [engine.Errors].
type blame struct{}

// progressCall is what a PanicError says was called.
const progressCall = "Options.Progress"

// Asked is the error for what recover returned after a call of the user's code, nil after
// runtime.Goexit.
func (blame) Asked(call engine.Call, node uint32, value any) error {
	e := &PanicError{Call: "AppendSuccessors", Node: node, Value: value, Stack: debug.Stack()}
	switch call {
	case engine.CallsSuccessors:
		if failed, ok := value.(*NodeError); ok && failed.Node == node {
			return failed // of a TryFunc
		}
	case engine.CallsUntil:
		e.Call = "Options.Until"
	case engine.CallsProgress:
		e.Call, e.Node = progressCall, 0
	}
	return e
}

// Refused is the error of successors that cannot be used.
func (blame) Refused(node uint32, problem error) error { return &NodeError{node, problem} }

// Stopped is the error of a mark that Until has ended.
func (blame) Stopped(node uint32) error { return &StopError{node} }

// Broken is the error of deques that did not panic.
func (blame) Broken(kind *stealq.Kind, problem string) error {
	return &DequeError{Kind: kind.Name, Problem: problem}
}

// Panicked is the error for what recover returned, nil after runtime.Goexit. Only
// a deferred function may call it: the panic is then still on the stack.
func (blame) Panicked(kind *stealq.Kind, value any) error {
	return &DequeError{Kind: kind.Name, Problem: ledger.Panicked(value), Value: value, Stack: debug.Stack()}
}
