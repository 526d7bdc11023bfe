package heap

// counts is a list of numbers of which nearly all are small. A number takes one byte. A
// large one stands in a map, which takes some 50 bytes for it.
type counts struct {
	small []uint8 // isLarge for a number in the map
	large map[uint32]uint32
}

const isLarge = 255

func (c *counts) append(n uint32) {
	if n >= isLarge {
		if c.large == nil {
			c.large = map[uint32]uint32{}
		}
		c.large[uint32(len(c.small))] = n
		n = isLarge
	}
	c.small = append(c.small, uint8(n))
}

func (c *counts) at(i uint32) uint32 {
	if n := c.small[i]; n != isLarge {
		return uint32(n)
	}
	return c.large[i]
}
