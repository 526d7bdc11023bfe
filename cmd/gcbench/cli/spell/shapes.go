package spell

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// KnownShape returns an error that lists all shapes if there is none of that name, or what the
// shape takes if its parameters are wrong.
func KnownShape(name string) error {
	_, err := shape.Parse(name)
	if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "shape: "))
	}
	return nil
}

// withParameters joins the entries of a list that are parameters of the shape before them:
// random:degree=6 and garbage=0.5.
func withParameters(parts []string) []string {
	var joined []string
	for _, part := range parts {
		if last := len(joined) - 1; last >= 0 && strings.Contains(part, "=") && !strings.Contains(part, ":") {
			joined[last] += "," + part
			continue
		}
		joined = append(joined, part)
	}
	return joined
}

// swept returns the names of shapes that an entry of --shape stands for. Where a parameter has a range, there is one
// for each of its numbers.
func swept(part string) ([]string, error) {
	name, given, more := strings.Cut(part, ":")
	family, err := shape.Parse(name)
	if err != nil || !more {
		return []string{part}, KnownShape(part)
	}
	names, before := []string{name}, ":"
	for _, p := range strings.Split(given, ",") {
		values, err := numbersOf(family, p)
		if err != nil {
			return nil, err
		}
		var next []string
		for _, name := range names {
			for _, value := range values {
				next = append(next, name+before+value)
			}
		}
		names, before = next, ","
		if len(names) > maxList {
			return nil, fmt.Errorf("%q stands for more than %d shapes", part, maxList)
		}
	}
	for i, name := range names {
		s, err := shape.Parse(name)
		if err != nil {
			return nil, KnownShape(name)
		}
		names[i] = s.Name
	}
	return names, nil
}

// numbersOf returns a parameter once for each number of its range. A parameter without a range stays as it is.
func numbersOf(s shape.Shape, given string) ([]string, error) {
	name, text, _ := strings.Cut(given, "=")
	for _, p := range s.Parameters() {
		if p.Name != name || !strings.Contains(strings.TrimPrefix(text, "-"), "-") {
			continue
		}
		if p.Share {
			return nil, fmt.Errorf("%s of %s: %q cannot be used: a share has no range; name the shape once for each share", name, s.Name, text)
		}
		numbers, err := numeral.Domain{Low: p.Low, High: p.High, Example: fmt.Sprint(max(p.Default, p.Low))}.Expand(text, maxList)
		if err != nil {
			return nil, fmt.Errorf("%s of %s: %w", name, s.Name, err)
		}
		return Each(numbers, func(n uint64) string { return fmt.Sprintf("%s=%d", name, n) }), nil
	}
	return []string{given}, nil
}

// parametersListed prints a line or more for each parameter: which shapes take it.
func parametersListed(w io.Writer) error {
	if _, err := io.WriteString(w, wrap.Text("Parameters follow a shape, as in random:degree=6,garbage=0.5. A range, as in random:degree=2-8 or 1-16*2, stands for a shape for each number. The parameters, with their defaults:", "\n", "")); err != nil {
		return err
	}
	takes := map[string][]string{}
	var all []shape.Parameter
	for _, s := range shape.Shapes() {
		for _, p := range s.Parameters() {
			if takes[p.Name] == nil {
				all = append(all, p)
			}
			takes[p.Name] = append(takes[p.Name], s.Name+defaultOf(p))
		}
	}
	return listed(w, all, func(p shape.Parameter) (string, string) {
		of := takes[p.Name]
		if len(of) == len(shape.Shapes()) {
			usual := defaultOf(p)
			of = append([]string{"all" + usual}, slices.DeleteFunc(of, func(s string) bool { return strings.HasSuffix(s, usual) })...)
		}
		return p.Name, p.Doc + ": " + strings.Join(of, ", ")
	})
}

// defaultOf is a default in parentheses, if the shape does not compute it.
func defaultOf(p shape.Parameter) string {
	if p.Default == 0 && p.Low > 0 {
		return ""
	}
	return " (" + p.Format(p.Default) + ")"
}
