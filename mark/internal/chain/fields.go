package chain

// Fields guesses which field of an object leads on. Objects with the same header are taken to
// be of the same type. A list's node has a field that leads to the next node, and others that
// lead to what it holds. A worker has its own Fields.
type Fields [kinds]kind

// kind is what is known about objects with one header.
type kind struct {
	header uint64
	score  [maxField]int8
	best   uint8
}

const (
	kinds    = 64
	kindBits = 6
	maxField = 8 // fields from here on are not followed
	maxScore = 15
	distrust = -4 // a field with this score or less is not tried because the marker says so
)

// mix spreads headers. The upper bits say which of the kinds it is.
func mix(header uint64) uint64 { return header * 0x9E3779B97F4A7C15 }

// of returns what is known about a header. Facts about another header in the same place
// are forgotten.
func (f *Fields) of(header uint64) *kind {
	k := &f[mix(header)>>(64-kindBits)]
	if k.header != header {
		*k = kind{header: header}
	}
	return k
}

// judge changes the score of a field of an object with n fields: by a positive number if the
// field has led on, by a negative one if not.
func (k *kind) judge(n, field, by int) {
	if field >= maxField {
		return
	}
	k.score[field] = int8(min(max(int(k.score[field])+by, -maxScore), maxScore))
	n = min(n, maxField)
	best := int(k.best)
	if best >= n {
		best = 0
	}
	for i := range n {
		if k.score[i] > k.score[best] {
			best = i
		}
	}
	k.best = uint8(best)
}

// prefer returns the field to try first. While this worker knows nothing good about any
// field, it believes the marker.
func (c *Cursors) prefer(header uint64) int {
	k := c.fields.of(header)
	if k.score[k.best] <= 0 {
		if hint, ok := c.hints.field(header); ok && hint < maxField && k.score[hint] > distrust {
			k.best, k.score[hint] = uint8(hint), 1
		}
	}
	return int(k.best)
}

// Judge is what the marker learns from an object: new[i] says whether field i led to a white
// object. The marker tells speculators which field is best.
type Judge struct {
	c *Cursors
	k *kind
	n int
}

// Judge begins to judge the fields of an object with that header and n fields.
func (c *Cursors) Judge(header uint64, n int) Judge { return Judge{c, c.fields.of(header), n} }

// Field says whether a field has led to a white object.
func (j Judge) Field(i int, white bool) {
	switch {
	case i >= maxField:
	case !white:
		j.k.judge(j.n, i, -1)
	case j.k.score[i] < 0:
		j.k.judge(j.n, i, 1)
	}
}

// Done tells speculators which field is best.
func (j Judge) Done() { j.c.hints.prefer(j.k.header, int(j.k.best)) }
