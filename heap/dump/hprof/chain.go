package hprof

import "slices"

// An instance is written as the fields of its class, then those of the superclass, and so on
// up to java.lang.Object. The lengths of the parts are not in the file. An instance can be read
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

// settle makes a class ready if it is known and its superclass is ready. Then it reads the instances that
// have waited for the class, and looks at the classes below. A class without a name is not known: it might be
// one of strengths. A class with too many superclasses is never ready, and so is one in a circle.
func (d *decoder) settle(c *class) {
	d.steps++
	if c.ready || !d.last && !(c.named && c.dumped) || c.up != nil && (!c.up.ready || c.up.depth == maxDepth) {
		return
	}
	d.inherit(c)
	d.wake(c)
	for _, below := range c.below {
		d.settle(below)
	}
}

// inherit makes a class ready.
func (d *decoder) inherit(c *class) {
	c.ready, c.whole = true, c.dumped
	if up := c.up; up != nil {
		c.total, c.depth, c.strength, c.whole = up.total, up.depth+1, up.strength, c.whole && up.whole
		c.bearer, c.skip = up.bearer, c.own+up.skip
	}
	if len(c.slots) > 0 {
		c.bearer, c.skip = c, 0
	}
	c.total += c.own
	if s, ok := strengths[c.name]; ok {
		c.strength = s
	}
}

// findReferent finds the field to which the collector gives a meaning. The name of a field may come later than
// that of its class, so this waits for an instance.
func (d *decoder) findReferent(c *class) {
	c.referent = slices.IndexFunc(c.slots, func(s slot) bool { return d.names[s.name] == "referent" })
}

func (d *decoder) tooDeep(c *class) {
	d.in.Fail("%s has more than %d superclasses: classes must not be their own superclasses, and no program has so many", c.text(), maxDepth)
}

// references adds the fields of an instance of c that hold references. data has room for
// c.total bytes at least. Classes without such fields are passed over, so an instance takes no more
// steps than it has references.
func (d *decoder) references(c *class, data []byte) {
	strength := c.strength
	for c != nil && c.bearer != nil {
		data = data[c.skip:]
		if c = c.bearer; c.name == referenceClass && c.referent < 0 {
			d.findReferent(c)
		}
		for i, s := range c.slots {
			kind := fieldEdge
			if i == c.referent {
				kind = strength
			}
			d.edge(kind, d.word(data[s.offset:]))
		}
		data = data[c.own:]
		c = c.up
		d.steps++
	}
}
