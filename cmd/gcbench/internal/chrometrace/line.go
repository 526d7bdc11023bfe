package chrometrace

import (
	"encoding/json"
	"strconv"
	"time"
)

// line is the text of an event in the making.
type line []byte

// field begins a field.
func (l *line) field(name string) *line {
	if last := (*l)[len(*l)-1]; last != '{' {
		*l = append(*l, ',')
	}
	*l = append(*l, '"')
	*l = append(*l, name...)
	*l = append(*l, '"', ':')
	return l
}

func (l *line) text(name, value string) *line {
	quoted, _ := json.Marshal(value) // a string has no error
	l.field(name)
	*l = append(*l, quoted...)
	return l
}

func (l *line) number(name string, n uint64) *line {
	l.field(name)
	*l = strconv.AppendUint(*l, n, 10)
	return l
}

// time writes a time, or a length of time, that is not negative. The unit is microseconds, with
// three decimals.
func (l *line) time(name string, t time.Duration) *line {
	l.field(name)
	*l = strconv.AppendInt(*l, int64(t/time.Microsecond), 10)
	ns := int(t % time.Microsecond)
	*l = append(*l, '.', byte('0'+ns/100), byte('0'+ns/10%10), byte('0'+ns%10))
	return l
}

// open begins an object, and close ends it.
func (l *line) open(name string) *line {
	l.field(name)
	*l = append(*l, '{')
	return l
}

func (l *line) close() *line {
	*l = append(*l, '}')
	return l
}
