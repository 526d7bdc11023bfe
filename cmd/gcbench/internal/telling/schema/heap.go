package schema

// Heap says what the marks of a run had to mark, and what this means for them.
type Heap struct {
	Facts
	Structure Structure `json:"structure"` // what a mark meets
	// Levels is the level profile: at most MaxBars bars, which together have all levels.
	Levels  []Bar   `json:"levels"`
	Degrees Degrees `json:"degrees"` // references of live objects
	Bound   Bound   `json:"bound"`   // of speedups
	// Remarks are what the rules of gcbench explain say of the heap and of its marks, the
	// most important first.
	Remarks []Finding `json:"remarks"`
}

// MaxBars is how many bars the level profile of a Heap has at most.
const MaxBars = 64

// Structure is what a heap looks like to a mark. All of it is about live objects and
// the references between them. Package explain finds it.
type Structure struct {
	Levels int     `json:"levels"` // distances from the roots at which objects lie; 0 if nothing is live
	Width  float64 `json:"width"`  // live objects per level
	Widest uint64  `json:"widest"` // objects of the largest level

	Edges  uint64 `json:"edges"`   // references that are not nil
	MaxOut uint64 `json:"max_out"` // the most references of one object
	MaxIn  uint64 `json:"max_in"`  // the most references to one object
	Huge   uint64 `json:"huge"`    // objects whose references the marker takes in chunks, nil ones included
	// HugeEdges is how many references, nil ones included, these objects have.
	HugeEdges uint64 `json:"huge_edges"`

	// ReadBytes is the memory that a mark reads: the lines of 64 bytes in which
	// headers and references lie. The rest of an object is not read.
	ReadBytes uint64 `json:"read_bytes"`
	// Near is the share of objects that lie within 4 KiB of the object scanned just
	// before, if one worker goes through the heap as the marker does.
	Near float64 `json:"near"`
	// Alone is the share of objects that this worker has scanned when it has marked so many
	// that the marker's worker 0 wakes others; 1 if that never happens. Objects that are marked
	// and not yet scanned are left for all.
	Alone float64 `json:"alone"`
}

// Bound is what no number of workers can exceed without speculation, under the costs of mark/sim.
type Bound struct {
	OneNS   int64   `json:"one_ns"`  // the time of one worker
	SpanNS  int64   `json:"span_ns"` // of the longest of the shortest chains of dependent scans
	Ceiling float64 `json:"ceiling"` // one over span
}

// Finding is what a rule of package explain says of a heap.
type Finding struct {
	Rule     string             `json:"rule"`     // its name
	Sentence string             `json:"sentence"` // for people
	Figures  map[string]float64 `json:"figures"`  // those in the sentence
}

// Bar is one level of a heap, or several beside one another.
type Bar struct {
	From    int    `json:"from"`    // the distance of the first level from the roots, in references
	Levels  int    `json:"levels"`  // how many there are
	Objects uint64 `json:"objects"` // of all of them
	Widest  uint64 `json:"widest"`  // objects of the largest of them; 0 in files that do not say it
}

// BarsOf joins the counts of all levels into at most so many bars.
func BarsOf(levels []uint64, most int) []Bar {
	all := make([]Bar, min(len(levels), most))
	for i := range all {
		from, end := i*len(levels)/len(all), (i+1)*len(levels)/len(all)
		all[i] = Bar{From: from, Levels: end - from}
		for _, n := range levels[from:end] {
			all[i].Objects += n
			all[i].Widest = max(all[i].Widest, n)
		}
	}
	return all
}

// Degrees says how many references, nil ones apart, objects have.
type Degrees struct {
	Mean float64 `json:"mean"` // over the objects
	Max  uint64  `json:"max"`  // the most of one object
	// Histogram counts objects: entry 0 those without references, entry i
	// those with 2^(i-1) to 2^i - 1.
	Histogram []uint64 `json:"histogram"`
}
