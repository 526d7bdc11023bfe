package chain

// seek makes a step of cursor i, which follows nothing. Only one cursor does so in a round,
// because the headers that it reads are seldom prefetched.
func (c *Cursors) seek(i int) {
	if c.sought == c.Rounds {
		return
	}
	c.sought = c.Rounds
	if c.state[i] == idle {
		seed := c.seed()
		if seed == 0 {
			c.failed++
			return
		}
		c.at[i], c.state[i] = seed, seeking
		c.ways[i].left = seekReach * c.table.Spacing()
		return
	}
	at, slot, found := c.source.Seek(c.table, c.at[i], seekAtOnce)
	c.at[i] = at
	switch c.ways[i].left -= seekAtOnce; {
	case found:
		c.state[i], c.prev[i] = following, 0
		c.ways[i] = way{from: at, slot: slot, begun: c.Rounds}
		c.until[i] = c.Rounds + uint64(maxWay*c.table.Spacing())
		c.Started++
		c.failed = 0
	case c.ways[i].left <= 0 || at == 0:
		c.state[i] = idle
		c.failed++
	}
}

// seed returns an object from which to seek, or 0.
func (c *Cursors) seed() uint32 {
	c.random ^= c.random << 13
	c.random ^= c.random >> 7
	c.random ^= c.random << 17
	r := c.random >> 20
	if seed := c.passed[r%ownSeeds]; seed != 0 && r>>8&1 == 0 {
		return seed
	}
	return uint32(c.hints.seeds[r>>16%seeds].Load())
}

// remember makes x a seed.
func (c *Cursors) remember(x uint32) {
	c.passed[c.next] = x
	c.next = (c.next + 1) % ownSeeds
}
