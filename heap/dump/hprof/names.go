package hprof

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// nameBytes is what a name takes beside its text.
const nameBytes = 64

// name reads a text: of a class, a field, a method or a file.
func (d *decoder) name(length uint64) {
	if !d.needs(length, 1, 0) {
		return
	}
	id := d.id("identifier of a name")
	length -= uint64(d.idBytes)
	text := printable.Line(d.in.Chunk(int(min(length, sink.MaxNameBytes)), "name"))
	if _, known := d.names[id]; !known && d.in.Err() == nil {
		d.out.Held(uint64(len(text)) + nameBytes)
		d.names[id] = text
	}
}

// letters are the types of arrays as descriptors write them.
var letters = map[string]string{
	"Z": "boolean", "C": "char", "F": "float", "D": "double", "B": "byte", "S": "short", "I": "int", "J": "long",
}

// className spells the name of a class as people do. Files have three spellings:
//
//	java/util/HashMap    [Ljava/lang/String;    [[I      HotSpot
//	java.util.HashMap    [Ljava.lang.String;    [[I      the old agent
//	java.util.HashMap    java.lang.String[]     int[][]  Android
func className(text string) string {
	element := strings.TrimLeft(text, "[")
	dims := len(text) - len(element)
	if dims > 0 {
		if word, ok := letters[element]; ok {
			element = word
		} else if strings.HasPrefix(element, "L") && strings.HasSuffix(element, ";") {
			element = element[1 : len(element)-1]
		}
	}
	name := append(make([]byte, 0, len(element)+2*dims), element...)
	for i, c := range name { // in one pass: a name may have nothing but slashes
		if c == '/' {
			name[i] = '.'
		}
	}
	for range dims {
		name = append(name, "[]"...)
	}
	return string(name)
}

// text returns the name of a class for people.
func (c *class) text() string {
	if c.name == "" {
		return fmt.Sprintf("class %#x without a name", c.id)
	}
	return c.name
}
