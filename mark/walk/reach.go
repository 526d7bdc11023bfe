package walk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// Reach finds what is reachable from the roots. It calls successors once for each key that it finds, and
// returns when all calls have returned. A key is any value that names a node. Any goroutine may call Reach.
//
// # The function successors
//
// It calls yield for each successor of node, and returns an error if it cannot. Up to [Options].Workers calls
// run at once, in goroutines of Reach, so successors must be safe for concurrent use. Calls begin in about
// the order in which the keys are found.
//
// yield returns false when the walk is over: after an error, a cancellation, or too many keys. Then
// successors should return, with or without an error. Several goroutines may call yield, but only until
// successors returns. A later call of yield ends the walk with an error, or panics if Reach has returned
// without one.
//
// The ctx of successors ends with the walk, and its cause is the first error.
//
// A call should wait, or take microseconds. If it takes less than a microsecond, number the nodes and use
// [mark.Graph]. Reach begins with one worker, and starts more within milliseconds if calls take long.
//
// # Errors
//
// A nil error means that the result is complete. If successors returns an error, panics, or calls
// runtime.Goexit, no further call begins. The error is a [*KeyError] that says at which key. It wraps a panic
// as a [*mark.PanicError], whose Node is the key's position in [Reached.All]. If several calls have failed,
// errors.Join has made one error of all, the first of them first. If ctx has ended, the error wraps its
// cause.
//
// A result that comes with an error holds what has been found, and everything in it is reachable.
// [Reached.Unvisited] has the keys whose successors are not all known. The result is nil if something is
// wrong before the first call: ctx or successors is nil, an option is invalid (a [*mark.OptionError]), or a
// root cannot be a key.
//
// A NaN, and an interface that holds a slice, cannot be keys: a map does not find them again. If yield is
// given one, the walk ends with an error.
//
// # Memory
//
// A key takes an entry of a map from K to uint32, an entry of a slice of K, and 4 bytes. Each worker may also
// hold up to 128 keys that are on their way into the map.
func Reach[K comparable](ctx context.Context, roots []K, successors func(ctx context.Context, node K, yield func(K) bool) error, options Options) (*Reached[K], error) {
	options, err := options.complete()
	switch {
	case err != nil:
		return nil, err
	case ctx == nil:
		return nil, errors.New("walk: the context is nil: give context.Background() if nothing should end the walk early")
	case successors == nil:
		return nil, errors.New("walk: the function that yields successors is nil")
	}
	for i, root := range roots {
		if err := lost(root); err != nil {
			return nil, fmt.Errorf("walk: root %d: %w", i, err)
		}
	}
	return newWalk(ctx, successors, options).run(roots)
}

// Options are the options of [Reach]. The zero value is good for most programs.
type Options struct {
	// Workers is how many calls may run at once, 1 to MaxWorkers. 0 means DefaultWorkers. There may be many
	// more workers than processors. The resources of the calls limit them: descriptors, connections, what a
	// server bears.
	Workers int

	// MaxKeys is how many keys may be found, roots included, 1 to mark.MaxNodes. 0 means mark.MaxNodes. One
	// key more ends the walk with [ErrMaxKeys]. The result never holds more.
	MaxKeys int
}

const (
	// DefaultWorkers is the number of workers of [Reach] if the options give none. A call often holds one or
	// two descriptors, and systems allow a process at least 256 of them.
	DefaultWorkers = 64

	// MaxWorkers is the largest number of workers of [Reach].
	MaxWorkers = 1 << 16
)

// ErrMaxKeys is the error of [Reach] if there are more keys than [Options].MaxKeys. Test for it with
// errors.Is. The text of the error has the key at which the walk was, and the limit.
var ErrMaxKeys = errors.New("walk: there are more keys than Options.MaxKeys allows")

// tooManyKeys is an ErrMaxKeys that has the limit.
type tooManyKeys int

func (max tooManyKeys) Error() string {
	return fmt.Sprintf("there are more than %d keys: Options.MaxKeys allows no more", int(max))
}

func (tooManyKeys) Is(target error) bool { return target == ErrMaxKeys }

// complete checks the options and fills in the defaults.
func (o Options) complete() (Options, error) {
	switch {
	case o.Workers < 0 || o.Workers > MaxWorkers:
		return o, &mark.OptionError{Option: "Workers", Problem: fmt.Sprintf("%d is out of range: 1 to %d are allowed", o.Workers, MaxWorkers)}
	case o.MaxKeys < 0 || int64(o.MaxKeys) > mark.MaxNodes:
		return o, &mark.OptionError{Option: "MaxKeys", Problem: fmt.Sprintf("%d is out of range: 1 to %d are allowed", o.MaxKeys, int64(mark.MaxNodes))}
	}
	o.Workers = cmp.Or(o.Workers, DefaultWorkers)
	o.MaxKeys = cmp.Or(o.MaxKeys, int(min(int64(mark.MaxNodes), math.MaxInt)))
	return o, nil
}

// KeyError is the error of [Reach] for one key. Test for it with errors.As, which finds the first if several
// calls have failed.
type KeyError struct {
	Key any   // the key whose successors were asked for, a K
	Err error // what successors returned, or a *mark.PanicError, or what was wrong with a key that it yielded
}

// Error says at which key the walk failed, and why.
func (e *KeyError) Error() string {
	key := shown(e.Key)
	if p, ok := e.Err.(*mark.PanicError); ok {
		if p.Value == nil {
			return "walk: successors of " + key + " ended their goroutine with runtime.Goexit"
		}
		return fmt.Sprintf("walk: successors of %s panicked: %v", key, p.Value)
	}
	return fmt.Sprintf("walk: successors of %s: %v", key, e.Err)
}

// Unwrap returns e.Err.
func (e *KeyError) Unwrap() error { return e.Err }

// shown is a key as errors show it: strings in quotes.
func shown(key any) string {
	if v := reflect.ValueOf(key); v.Kind() == reflect.String {
		return fmt.Sprintf("%q", v.String())
	}
	return fmt.Sprint(key)
}

// lost says why a key could not be found again in a map. It returns nil for most keys.
func lost[K comparable](key K) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("key %s cannot be compared: %v", shown(key), value)
		}
	}()
	if again := key; again != key {
		return fmt.Errorf("key %s is not equal to itself, so it could not be found again", shown(key))
	}
	return nil
}
