package spell

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/judging/peers"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/judging/stress"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/platform"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/heap/dump/namelist"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// ByMark is the order in which one worker scans a heap.
const ByMark = "mark"

// Choices has the allowed names of each flag of type choice, and of those of
// type names that are not files.
func Choices(flag string) []string {
	switch flag {
	case "layout":
		return NamesOf(shape.Layouts())
	case "arrangement":
		return []string{shape.Shuffled.String(), shape.BFS.String(), ByMark}
	case "partition":
		return NamesOf(shard.Layouts())
	case "format":
		return source.FormatNames()
	case "weak":
		return Weaks
	case "separator":
		return NamesOf(namelist.Separators())
	case "profile":
		return session.ProfileModes()
	case "shape":
		return shape.Names()
	case "preset":
		return presetNames()
	case "peers":
		return PeerNames()
	case "scenario":
		return stress.Names()
	case "lab":
		return LabNames()
	case "platform":
		return platform.Names()
	case "barrier":
		return NamesOf(concurrent.Barriers())
	case "scan":
		return NamesOf(concurrent.Scans())
	case "new":
		return NamesOf(concurrent.Allocs())
	}
	if s := setting.Named(flag); s != nil {
		return s.Values()
	}
	panic("gcbench: no choices for --" + flag)
}

// Each returns what name says of each.
func Each[T, N any](all []T, name func(T) N) []N {
	names := make([]N, len(all))
	for i, v := range all {
		names[i] = name(v)
	}
	return names
}

func NamesOf[T fmt.Stringer](values []T) []string { return Each(values, T.String) }

func DequeNames() []string {
	return Each(setting.Kinds, func(k *stealq.Kind) string { return k.Name })
}

func presetNames() []string {
	return Each(tune.Presets(), func(p tune.Preset) string { return p.Name })
}

func PeerNames() []string {
	return Each(peers.Collectors(), func(c peers.Collector) string { return c.Name })
}

func LabNames() []string { return Each(lab.All(), func(l *lab.Lab) string { return l.Name }) }

// Every is the name that stands for all names in a list.
const Every = "all"

// parseNames is the mapper of lists of names.
func parseNames(ctx *kong.DecodeContext, target reflect.Value) error {
	list := target.Interface().([]string) // what the flag has said before
	err := PopList(ctx, func(part string) error {
		names, err := namesFor(ctx.Value.Name, part)
		if err != nil {
			return err
		}
		list, err = addOnce(list, names...)
		return err
	})
	target.Set(reflect.ValueOf(list))
	return err
}

// namesFor returns the names that an entry of a list stands for.
func namesFor(flag, part string) ([]string, error) {
	switch {
	case flag == "heap", flag == "against", flag == "roots": // one of which may have any name
		return []string{part}, nil
	case flag == "amount": // all is one of them
		return []string{part}, oneOf(part, Choices(flag))
	case part == Every:
		return Choices(flag), nil
	case sizeAsKind(flag, part) != "":
		return nil, errors.New(sizeAsKind(flag, part))
	case flag == "shape":
		return swept(part)
	}
	return []string{part}, oneOf(part, append(slices.Clip(Choices(flag)), Every))
}

// parseChoice is the mapper of a single name. The tag "of" says which choices there are, if the
// flag's name does not.
func parseChoice(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := wordOf(ctx)
	if err != nil {
		return err
	}
	target.SetString(text)
	return oneOf(text, Choices(cmp.Or(ctx.Value.Tag.Get("of"), ctx.Value.Name)))
}

func oneOf(text string, allowed []string) error {
	if !slices.Contains(allowed, text) {
		return fmt.Errorf("%q cannot be used: it must be %s", text, Alternatives(allowed))
	}
	return nil
}

// Alternatives lists what is allowed, at least one: "one, half or all".
func Alternatives(allowed []string) string {
	last := len(allowed) - 1
	if last == 0 {
		return allowed[0]
	}
	return strings.Join(allowed[:last], ", ") + " or " + allowed[last]
}

// KindsNamed returns the kinds that --deque names. The flag has been checked.
func KindsNamed(names []string) []*stealq.Kind {
	return Each(names, func(name string) *stealq.Kind {
		return setting.Kinds[slices.Index(DequeNames(), name)]
	})
}

// Weaks are the values of --weak.
var Weaks = []string{"follow", "skip"}
