package cli

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
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/heap/dump/namelist"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// choices has the allowed names of each flag of type choice, and of those of
// type names that are not files.
func choices(flag string) []string {
	switch flag {
	case "layout":
		return namesOf(shape.Layouts())
	case "partition":
		return namesOf(shard.Layouts())
	case "format":
		return source.FormatNames()
	case "weak":
		return weaks
	case "separator":
		return namesOf(namelist.Separators())
	case "profile":
		return session.ProfileModes()
	case "shape":
		return shape.Names()
	case "preset":
		return presetNames()
	case "peers":
		return peerNames()
	case "scenario":
		return stress.Names()
	case "lab":
		return labNames()
	}
	if s := setting.Named(flag); s != nil {
		return s.Values()
	}
	panic("gcbench: no choices for --" + flag)
}

// named returns what name says of each.
func named[T, N any](all []T, name func(T) N) []N {
	names := make([]N, len(all))
	for i, v := range all {
		names[i] = name(v)
	}
	return names
}

func namesOf[T fmt.Stringer](values []T) []string { return named(values, T.String) }

func dequeNames() []string {
	return named(setting.Kinds, func(k *stealq.Kind) string { return k.Name })
}

func presetNames() []string {
	return named(tune.Presets(), func(p tune.Preset) string { return p.Name })
}

func peerNames() []string {
	return named(peers.Collectors(), func(c peers.Collector) string { return c.Name })
}

func labNames() []string { return named(lab.All(), func(l *lab.Lab) string { return l.Name }) }

// every is the name that stands for all names in a list.
const every = "all"

// parseNames is the mapper of lists of names.
func parseNames(ctx *kong.DecodeContext, target reflect.Value) error {
	list := target.Interface().([]string) // what the flag has said before
	err := popList(ctx, func(part string) error {
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
	case flag == "heap", flag == "against": // files, one of which may have any name
		return []string{part}, nil
	case flag == "amount": // all is one of them
		return []string{part}, oneOf(part, choices(flag))
	case part == every:
		return choices(flag), nil
	case sizeAsKind(flag, part) != "":
		return nil, errors.New(sizeAsKind(flag, part))
	case flag == "shape":
		return []string{part}, knownShape(part)
	}
	return []string{part}, oneOf(part, append(slices.Clip(choices(flag)), every))
}

// parseChoice is the mapper of a single name. The tag "of" says which choices there are, if the
// flag's name does not.
func parseChoice(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := wordOf(ctx)
	if err != nil {
		return err
	}
	target.SetString(text)
	return oneOf(text, choices(cmp.Or(ctx.Value.Tag.Get("of"), ctx.Value.Name)))
}

// knownShape returns an error that lists all shapes if there is none of that
// name.
func knownShape(name string) error {
	_, err := shape.Parse(name)
	if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "shape: "))
	}
	return nil
}

func oneOf(text string, allowed []string) error {
	if !slices.Contains(allowed, text) {
		return fmt.Errorf("%q cannot be used: it must be %s", text, alternatives(allowed))
	}
	return nil
}

// alternatives lists what is allowed, at least one: "one, half or all".
func alternatives(allowed []string) string {
	last := len(allowed) - 1
	if last == 0 {
		return allowed[0]
	}
	return strings.Join(allowed[:last], ", ") + " or " + allowed[last]
}
