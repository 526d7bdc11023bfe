package hprof

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// fieldNames names references. The first reference of an instance and of an array leads to
// the class. Then the fields follow as they lie in the object, or the elements. The first
// references of a class object are its links.
type fieldNames struct {
	instances, objects map[sink.Class]*class // by the class of the instances, and by that of the class object
}

// linkNames are the first references of a class object.
var linkNames = [...]string{"superclass", "class loader", "signers", "protection domain"}

// fieldNames collects the names of all fields. Of the names of the file it keeps no others.
func (d *decoder) fieldNames() fieldNames {
	all := fieldNames{map[sink.Class]*class{}, map[sink.Class]*class{}}
	for _, c := range d.inOrder {
		for _, s := range c.slots {
			c.slotNames = append(c.slotNames, d.names[s.name])
		}
		for _, name := range c.statics {
			c.staticNames = append(c.staticNames, d.names[name])
		}
		all.instances[c.of], all.objects[c.itself] = c, c
	}
	delete(all.instances, 0)
	delete(all.objects, 0)
	return all
}

// name names reference i of an object of this class.
func (f fieldNames) name(of sink.Class, i int) string {
	c, object := f.objects[of]
	if !object {
		c = f.instances[of]
	}
	switch {
	case c == nil || i < 0 || object && i >= len(linkNames)+len(c.staticNames):
		return ""
	case object && i < len(linkNames):
		return linkNames[i]
	case object:
		return c.staticNames[i-len(linkNames)]
	case i == 0:
		return "class"
	case c.array:
		return fmt.Sprintf("[%d]", i-1)
	}
	for i--; c != nil && i >= len(c.slotNames); c = c.up {
		if !c.ready {
			return "" // its superclasses may be a circle
		}
		i -= len(c.slotNames)
	}
	if c == nil {
		return ""
	}
	return c.slotNames[i]
}
