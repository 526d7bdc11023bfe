package hprof

// An instance is written as the fields of its class, then those of the superclass, and so on
// up to java.lang.Object. The lengths of the parts are not in the file. So an instance can be read
// only if all these classes are known.
//
//	class LinkedNode extends Node     own fields of LinkedNode │ of Node │ of Object
//	                                  offset 0                  own       own+own

// maxDepth is the largest number of superclasses. No real class has more than some dozens. A
// damaged file may have a circle.
const maxDepth = 1000

// referenceClass declares field referent, to which the collector gives a meaning.
const referenceClass = "java.lang.ref.Reference"

// strengths says which kind of edge the referent is for the instances of a class and of its
// subclasses. HotSpot's finalizers are FinalReferences, Android's are FinalizerReferences. A live
// dump keeps what they and soft references lead to.
var strengths = map[string]int{
	"java.lang.ref.SoftReference":      softEdge,
	"java.lang.ref.WeakReference":      weakEdge,
	"java.lang.ref.PhantomReference":   phantomEdge,
	"java.lang.ref.FinalReference":     finalEdge,
	"java.lang.ref.FinalizerReference": finalEdge,
}

// settle makes a class ready. It returns the first class of the chain of superclasses that
// must be read before, or nil. A class without a name is not known: it might be one of
// strengths.
func (d *decoder) settle(c *class, below int) *class {
	switch {
	case c.ready:
		return nil
	case below > maxDepth:
		d.tooDeep(c)
		return nil
	case !d.last && !(c.named && c.dumped):
		return c
	}
	c.whole = c.dumped
	if up := c.up; up != nil {
		if missing := d.settle(up, below+1); missing != nil || d.in.Err() != nil {
			return missing
		}
		c.total, c.depth, c.strength, c.whole = up.total, up.depth+1, up.strength, c.whole && up.whole
	}
	if c.depth > maxDepth {
		d.tooDeep(c)
		return nil
	}
	c.total += c.own
	if s, ok := strengths[c.name]; ok {
		c.strength = s
	}
	if c.name == referenceClass {
		for i, s := range c.slots {
			if d.names[s.name] == "referent" {
				c.referent = i
			}
		}
	}
	c.ready = true
	return nil
}

func (d *decoder) tooDeep(c *class) {
	d.in.Fail("%s has more than %d superclasses: classes must not be their own superclasses, and no program has so many", c.text(), maxDepth)
}

// references adds the fields of an instance of c that hold references. data has room for
// c.total bytes at least.
func (d *decoder) references(c *class, data []byte) {
	strength := c.strength
	for ; c != nil; c = c.up {
		for i, s := range c.slots {
			kind := fieldEdge
			if i == c.referent {
				kind = strength
			}
			d.edge(kind, d.word(data[s.offset:]))
		}
		data = data[c.own:]
	}
}
