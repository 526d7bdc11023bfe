package hprof

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// fieldNames names references. The first reference of an instance and of an array leads to
// the class. Then the fields follow as they lie in the object, or the elements. The first
// references of a class object are its links.
type fieldNames map[sink.Class]*layout

// layout is the names of the references that a class adds to those of its superclass.
type layout struct {
	names  []string
	super  *layout
	static bool // the names are of a class object
	array  bool
}

// linkNames are the first references of a class object.
var linkNames = [...]string{"superclass", "class loader", "signers", "protection domain"}

// fieldNames collects the names of all fields. Of the names of the file it keeps no others.
func (d *decoder) fieldNames() fieldNames {
	all := fieldNames{}
	instances := map[*class]*layout{}
	for _, c := range d.inOrder {
		all[c.itself] = d.staticNames(c)
		all[c.of] = d.instanceNames(instances, c)
	}
	delete(all, 0)
	return all
}

func (d *decoder) staticNames(c *class) *layout {
	l := &layout{static: true}
	for _, name := range c.statics {
		l.names = append(l.names, d.names[name])
	}
	return l
}

// instanceNames returns the layout of c, which instances has if it was made before.
func (d *decoder) instanceNames(instances map[*class]*layout, c *class) *layout {
	if l := instances[c]; l != nil {
		return l
	}
	l := &layout{array: c.array}
	instances[c] = l
	for _, s := range c.slots {
		l.names = append(l.names, d.names[s.name])
	}
	if c.up != nil && c.ready { // so there is no circle
		l.super = d.instanceNames(instances, c.up)
	}
	return l
}

// name names reference i of an object of this class.
func (f fieldNames) name(class sink.Class, i int) string {
	l := f[class]
	switch {
	case l == nil || i < 0:
		return ""
	case l.static && i < len(linkNames):
		return linkNames[i]
	case l.static:
		return l.at(i - len(linkNames))
	case i == 0:
		return "class"
	case l.array:
		return fmt.Sprintf("[%d]", i-1)
	}
	return l.at(i - 1)
}

// at returns name i of the layout, or of those of its superclasses.
func (l *layout) at(i int) string {
	for ; l != nil; l = l.super {
		if i < len(l.names) {
			return l.names[i]
		}
		i -= len(l.names)
	}
	return ""
}
