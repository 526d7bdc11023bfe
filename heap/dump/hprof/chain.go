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
func (d *decoder) settle(c *class) *class {
	if c.ready {
		return nil
	}
	if missing := d.missing(c); missing != nil || d.in.Err() != nil {
		return missing
	}
	d.makeReady(c)
	return nil
}

// missing returns the first class of the chain that is not known yet, or nil. It leaves in each
// class of the chain where it has ended, and begins there the next time. Otherwise each instance of a
// class with a thousand superclasses would take a thousand steps.
func (d *decoder) missing(c *class) *class {
	if d.last {
		return nil
	}
	end := c
	for steps := 0; end != nil && !end.ready && end.named && end.dumped; steps++ {
		if steps > maxDepth {
			d.tooDeep(c)
			return nil
		}
		d.steps++
		end = end.above()
	}
	if end == nil || end.ready {
		return nil
	}
	for c != end {
		next := c.above()
		c.stopped = end
		c = next
	}
	return end
}

// above is the next class of the chain that missing looks at.
func (c *class) above() *class {
	if c.stopped != nil {
		return c.stopped
	}
	return c.up
}

// makeReady makes a class and its superclasses ready, the highest first. The part of the chain that
// is not ready may be long, but it is there only once.
func (d *decoder) makeReady(c *class) {
	chain := d.chain[:0]
	for up := c; up != nil && !up.ready; up = up.up {
		if len(chain) > maxDepth {
			d.tooDeep(c)
			return
		}
		chain = append(chain, up)
	}
	d.chain = chain
	for i := len(chain) - 1; i >= 0 && d.in.Err() == nil; i-- {
		d.inherit(chain[i])
	}
}

// inherit makes a class ready whose superclass is.
func (d *decoder) inherit(c *class) {
	c.whole = c.dumped
	if up := c.up; up != nil {
		c.total, c.depth, c.strength, c.whole = up.total, up.depth+1, up.strength, c.whole && up.whole
		c.bearer, c.skip = up.bearer, c.own+up.skip
	}
	if len(c.slots) > 0 {
		c.bearer, c.skip = c, 0
	}
	if c.depth > maxDepth {
		d.tooDeep(c)
		return
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
		c = c.bearer
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
