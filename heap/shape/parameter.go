package shape

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Parameter is a number that a shape takes, as in random:degree=6.
type Parameter struct {
	Name      string // letters a to z
	Doc       string // one line for help
	Low, High uint64 // the least and the most; those of a share are thousandths
	Share     bool   // it is a part of a whole, such as 0.25
	Default   uint64 // 0 if the shape computes it
	Step      uint64 // it is a multiple of this
}

// knob is the place of a parameter in Shape.takes and Shape.values.
type knob uint8

const (
	degree knob = iota
	payload
	popular
	length
	number
	columns
	rows
	layers
	twig
	chords
	garbage
	knobs
)

var parameters = [knobs]Parameter{
	degree:  {Name: "degree", Doc: "references of an object on average", Low: 1, High: 64},
	payload: {Name: "payload", Doc: "bytes beside the references of an object, on average", High: 4096, Step: 8},
	popular: {Name: "popular", Doc: "share of references that lead to one object in 16", High: whole, Share: true},
	length:  {Name: "length", Doc: "nodes of a list on average, or of a ring", Low: 1, High: 1 << 24},
	number:  {Name: "number", Doc: "how many lists there are, all of one length, in place of length", Low: 1, High: 1 << 24},
	columns: {Name: "columns", Doc: "objects of a row", Low: 1, High: 1 << 24},
	rows:    {Name: "rows", Doc: "rows of the matrix", Low: 1, High: 1 << 24},
	layers:  {Name: "layers", Doc: "layers, so the span is one less", Low: 1, High: 1 << 24},
	twig:    {Name: "twig", Doc: "nodes of the largest subtree beside the spine", High: 1 << 24},
	chords:  {Name: "chords", Doc: "share of nodes with a chord", High: whole, Share: true},
	garbage: {Name: "garbage", Doc: "share of objects that are garbage from birth", High: 900, Share: true},
}

// whole is a share of 1.
const whole = 1000

// byDefault has a value for each knob that a shape takes. 0 is a number that the shape computes.
type byDefault map[knob]uint64

// settle lets a shape take garbage and what defaults says.
func (s *Shape) settle(defaults byDefault) {
	s.takes[garbage], s.values[garbage] = true, whole/s.garbage
	for k, v := range defaults {
		s.takes[k], s.values[k] = true, v
	}
}

// Parameters returns the parameters that the shape takes, with their values by default.
func (s Shape) Parameters() []Parameter {
	var all []Parameter
	plain := family(s.Family())
	for k, p := range parameters {
		if s.takes[k] {
			p.Default, p.Step = plain.values[k], max(p.Step, 1)
			all = append(all, p)
		}
	}
	return all
}

// Family returns the shape's name without parameters.
func (s Shape) Family() string {
	name, _, _ := strings.Cut(s.Name, ":")
	return name
}

// with returns the shape with parameters, as in degree=6,garbage=0.5. Its name has those that are not the
// default, in the order of Parameters. Two names of one heap are the same.
func (s Shape) with(text string) (Shape, error) {
	plain := s
	var given [knobs]bool
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(part, "=")
		k := knob(slices.IndexFunc(parameters[:], func(p Parameter) bool { return p.Name == name }))
		switch {
		case !ok:
			return s, fmt.Errorf("shape %s: %q is no parameter: write NAME=NUMBER, with a comma between two; %s", s.Name, part, s.offers())
		case k >= knobs || !s.takes[k]:
			return s, fmt.Errorf("shape %s: there is no parameter %q: %s", s.Name, name, s.offers())
		case given[k]:
			return s, fmt.Errorf("shape %s: %s is given twice", s.Name, name)
		}
		given[k] = true
		v, err := parameters[k].parse(value)
		if err != nil {
			return s, fmt.Errorf("shape %s: %s: %w", s.Name, name, err)
		}
		s.values[k] = v
	}
	if given[length] && given[number] {
		return s, fmt.Errorf("shape %s: length and number exclude each other", s.Name)
	}
	s.rename(plain)
	return s, nil
}

// rename names the shape after what differs from the plain one.
func (s *Shape) rename(plain Shape) {
	var differ []string
	for k, p := range parameters {
		if s.values[k] != plain.values[k] {
			differ = append(differ, p.Name+"="+p.Format(s.values[k]))
		}
	}
	if len(differ) == 0 {
		return
	}
	list := strings.Join(differ, ",")
	s.Name += ":" + list
	s.Params = "With " + list + ". Otherwise: " + plain.Params
	s.minLive, s.maxLive = 0, 100
}

// offers lists what the shape takes.
func (s Shape) offers() string {
	var text strings.Builder
	text.WriteString("it takes")
	for i, p := range s.Parameters() {
		if i > 0 {
			text.WriteString(",")
		}
		fmt.Fprintf(&text, " %s (%s to %s)", p.Name, p.Format(p.Low), p.Format(p.High))
	}
	return text.String()
}

// parse reads a value.
func (p Parameter) parse(text string) (uint64, error) {
	digits := text
	if p.Share {
		units, fraction, _ := strings.Cut(text, ".")
		if len(fraction) > 3 {
			fraction = "x" // more than thousandths
		}
		digits = units + fraction + strings.Repeat("0", 3-min(3, len(fraction)))
	}
	v, err := strconv.ParseUint(digits, 10, 64)
	if step := max(p.Step, 1); err != nil || v < p.Low || v > p.High || v%step != 0 {
		kind := "a whole number"
		switch {
		case p.Share:
			kind = "a share with at most three decimals"
		case step > 1:
			kind = fmt.Sprintf("a multiple of %d", step)
		}
		return 0, fmt.Errorf("%q cannot be used: it must be %s from %s to %s", text, kind, p.Format(p.Low), p.Format(p.High))
	}
	return v, nil
}

// Format writes a value as [Parse] reads it.
func (p Parameter) Format(v uint64) string {
	if p.Share {
		return strconv.FormatFloat(float64(v)/whole, 'f', -1, 64)
	}
	return strconv.FormatUint(v, 10)
}

// meanBytes is Shape.bytes with the parameters: the average bytes of an object, at most.
func (s Shape) meanBytes() uint64 {
	plain := family(s.Family())
	over := func(k knob, bytes uint64) uint64 {
		return max(s.values[k], plain.values[k])*bytes - plain.values[k]*bytes
	}
	n, born := s.bytes+over(degree, 4)+over(payload, 1), plain.values[garbage]
	switch g := s.values[garbage]; {
	case g < born: // at worst garbage took nothing before
		return n * whole / (whole - born)
	case g > born:
		return max(n, maxLitterBytes)
	}
	return n
}

// besideBytes is Shape.beside with the parameters. Each root takes 4 bytes in a list that grows to four times
// what it holds while it is copied.
func (s Shape) besideBytes(objects uint64) uint64 {
	const root = 16
	n := s.beside + root*min(s.values[number], objects)/max(objects, 1)
	for _, k := range []knob{length, layers} {
		if s.takes[k] {
			n += root / s.values[k]
		}
	}
	return n
}
