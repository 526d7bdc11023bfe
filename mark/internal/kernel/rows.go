package kernel

// Rows is a graph in adjacency arrays. The successors of node i are Targets[from:to]. from
// and to are the entries i and i+1 of Narrow, or of Wide if Narrow is nil.
//
// Any worker may call the methods at any time. The arrays may be wrong: then Collect stops,
// and Of panics.
type Rows struct {
	Wide    []uint64
	Narrow  []uint32
	Targets []uint32
}

// Nodes returns the number of nodes.
func (r *Rows) Nodes() int { return max(0, len(r.Wide)+len(r.Narrow)-1) }

// Of returns the successors of a node. It panics if there is no such node.
func (r *Rows) Of(node uint32) []uint32 {
	if r.Narrow != nil {
		return r.Targets[r.Narrow[node]:r.Narrow[node+1]]
	}
	return r.Targets[r.Wide[node]:r.Wide[node+1]]
}

// Successors returns the successors of a node. It returns false if there is no such node, or if
// its offsets are wrong.
func (r *Rows) Successors(node uint32) (successors []uint32, ok bool) {
	i, from, to := uint64(node)+1, uint64(0), uint64(0)
	switch {
	case i < uint64(len(r.Narrow)):
		from, to = uint64(r.Narrow[i-1]), uint64(r.Narrow[i])
	case i < uint64(len(r.Wide)):
		from, to = r.Wide[i-1], r.Wide[i]
	default:
		return nil, false
	}
	if from > to || to > uint64(len(r.Targets)) {
		return nil, false
	}
	return r.Targets[from:to], true
}

// Edges returns how many successors these nodes have together. It counts none for a node that does not exist.
func (r *Rows) Edges(nodes []uint32) (sum uint64) {
	for _, node := range nodes {
		switch i := uint64(node) + 1; {
		case i < uint64(len(r.Narrow)):
			sum += uint64(r.Narrow[i] - r.Narrow[i-1])
		case i < uint64(len(r.Wide)):
			sum += r.Wide[i] - r.Wide[i-1]
		}
	}
	return sum
}

// PrefetchOffsets asks for the cache lines of each node's two offsets. With 32 bits it asks
// only for that of the first. There only one node in 16 has the second on another line, and
// to ask for it made no difference. With 64 bits it is one in 8, and one worker marked a tree
// in 0.92 to 0.97 of the time.
func (r *Rows) PrefetchOffsets(nodes []uint32) {
	if r.Narrow != nil {
		prefetchNarrow(r.Narrow, nodes)
	} else {
		prefetchWide(r.Wide, nodes)
	}
}

// PrefetchTargets asks for two cache lines of each node: those of its first and of its last
// successor. Nodes of up to 17 successors have no others. It reads the nodes' offsets.
func (r *Rows) PrefetchTargets(nodes []uint32) {
	if r.Narrow != nil {
		prefetchTargetsNarrow(r.Narrow, r.Targets, nodes)
	} else {
		prefetchTargetsWide(r.Wide, r.Targets, nodes)
	}
}

// Collect copies the successors of nodes to out, end to end. It stops at the first node that
// has more than SmallRefs successors, or whose successors begin less than SmallRefs before
// the end of Targets, or that is no node of this graph. It returns how many successors it has
// copied, and of how many nodes. The contents of out beyond these successors are undefined.
//
// It panics unless out has room for SmallRefs successors of each node, because it may write
// so many.
func (r *Rows) Collect(nodes, out []uint32) (refs, taken int) {
	out = out[: len(nodes)*SmallRefs : len(out)]
	if r.Narrow != nil {
		return collectNarrow(r.Narrow, r.Targets, nodes, out)
	}
	return collectWide(r.Wide, r.Targets, nodes, out)
}

// collectPlain is the plain twin of collectNarrow and of collectWide.
func collectPlain[Offset uint32 | uint64](offsets []Offset, targets, nodes, out []uint32) (refs, taken int) {
	last := len(targets) - SmallRefs
	for ; taken < len(nodes) && last >= 0; taken++ {
		node := uint64(nodes[taken])
		if node+1 >= uint64(len(offsets)) {
			break
		}
		from, to := uint64(offsets[node]), uint64(offsets[node+1])
		if from > uint64(last) || to-from > SmallRefs {
			break
		}
		refs += copy(out[refs:], targets[from:to])
	}
	return refs, taken
}
