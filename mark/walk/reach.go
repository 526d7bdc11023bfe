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

// Reach finds what is reachable from the roots in a graph that is only known while it is
// walked: files, pages, the objects behind an interface of a network. It calls successors
// for each key once, and numbers the keys as it finds them. A key is whatever names a node.
//
// successors calls yield for each successor of node, and returns an error if it cannot. It
// runs in goroutines of Reach, never in the caller's, and up to [Options].Workers calls
// run at once. Therefore successors must be safe for concurrent use. Calls begin in about
// the order in which the keys are found. Apart from this there is no order.
//
// Reach is for calls that wait or take microseconds. It begins with one worker. If keys wait
// and calls take long, it starts more, and within some milliseconds as many as are allowed.
// If your calls take less than a microsecond, number the nodes and use [mark.Graph].
//
// yield returns false when the walk is over: after an error, a cancellation, or when
// MaxKeys is passed. Then successors should return, with or without an error. Until
// successors returns, several goroutines may call yield. A yield that comes later is a
// defect of the program, because its key may be lost. It ends the walk with an error. If
// Reach has already returned without an error, it panics. A key that yield has taken is
// visited soon, although successors has not returned yet.
//
// ctx is given to successors with a cancellation added: it ends with the walk, and its
// cause is the first error. Reach returns when all calls have returned.
//
// A nil error means that the result is complete. If successors returns an error, panics, or
// calls runtime.Goexit, no further call begins. The error is a [*KeyError] that says at
// which key. A panic is wrapped in it as a [*mark.PanicError], whose Node is the position of the
// key in [Reached.All]. Calls that run meanwhile may fail as well. Then errors.Join has made
// one error of all, the first of them first. Errors that only report the cancellation by
// Reach are left out. If the caller's ctx has ended, the error wraps its cause.
//
// With an error there is a result that holds what has been found. Everything in it is
// reachable. [Reached.Unvisited] has the keys whose successors are not all known. The result
// is nil if something is wrong before the first call: ctx or successors is nil, an option cannot
// be used (an [*mark.OptionError]), or a root is a key that cannot be found again.
//
// A key that is not equal to itself (a NaN), or that cannot be compared (an interface that
// holds a slice), cannot be found again. If yield is given one, the walk ends with an error.
//
// A key takes one entry of a map from K to uint32 and one of a slice of K, and 4 bytes for
// the key that led to it. The slices grow as append makes them grow. Each worker may also
// hold up to 128 keys that are on their way into the map.
func Reach[K comparable](ctx context.Context, roots []K, successors func(ctx context.Context, node K, yield func(K) bool) error, options Options) (*Reached[K], error) {
	options, err := options.complete()
	switch {
	case err != nil:
		return nil, err
	case ctx == nil:
		return nil, errors.New("walk: the context is nil: give context.Background() if nothing shall end the walk early")
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
	// Workers is how many calls may run at once, 1 to MaxWorkers. 0 means
	// DefaultWorkers. Calls that wait need no processor, so there may be many more
	// workers than processors. They are limited by what the calls use: descriptors,
	// connections, the patience of a server.
	Workers int

	// MaxKeys is how many keys may be found, roots included, 1 to mark.MaxNodes. 0 means
	// mark.MaxNodes. If there are more, the walk ends with an error that is ErrMaxKeys. The
	// result never holds more.
	MaxKeys int
}

const (
	// DefaultWorkers is the number of workers of [Reach] if the options give none. A call
	// often holds one or two descriptors, and systems allow a process 256 of them or more
	// (macOS 256, Linux 1024). 64 workers fit everywhere.
	DefaultWorkers = 64

	// MaxWorkers is the largest number of workers of [Reach].
	MaxWorkers = 1 << 16
)

// ErrMaxKeys is the error of [Reach] if there are more keys than [Options].MaxKeys. errors.Is finds it. The
// error itself says where the walk was, and how many are allowed.
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

// KeyError is the error of [Reach] for one key. errors.As finds it. If several calls have
// failed, it finds the first.
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
