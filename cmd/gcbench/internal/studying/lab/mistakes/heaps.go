package mistakes

// This file has the mistakes of one worker that marks a heap.

var mark = []Mistake{
	{Says: "object 1 is scanned twice", changes: []change{
		{`	// find makes a white object grey. The mark comes before the push. So an object that is
	// found twice is on the stack once.
`, ``},
		{`			marks.Set(object)
`, ``},
		{`stack = append(stack, object)`, `stack = append(stack, object) // not marked yet: it may be pushed again`},
		{`	for _, root := range h.Roots() {
		find(root)
	}`, `	stack = h.Roots()`},
		{`stack = stack[:len(stack)-1]`, `stack = stack[:len(stack)-1]
		marks.Set(object)`},
	}},
	{Says: "it recurses too deep", changes: []change{
		{`	var stack []uint32 // the grey objects: marked, and not scanned yet
	// find makes a white object grey. The mark comes before the push. So an object that is
	// found twice is on the stack once.
	find := func`, `	var find func(object uint32)
	find = func`},
		{`			stack = append(stack, object)`, `			for i := range h.NumReferences(object) {
				find(h.Reference(object, i)) // the stack of the goroutine is the stack
			}`},
		{`	for len(stack) > 0 {
		object := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := range h.NumReferences(object) {
			find(h.Reference(object, i))
		} // now the object is black
	}
`, ``},
	}},
	{Says: "0 is nil, and nil is no object", changes: []change{
		{`object != 0 && !marks.Has(object) {`, `!marks.Has(object) { // nil has no mark either`},
	}},
	{Says: "was never scanned", changes: []change{
		{`var stack []uint32 // the grey objects: marked, and not scanned yet`, `stack := make([]uint32, 0, 1000) // enough for any heap`},
		{`			stack = append(stack, object)`, `			if len(stack) < cap(stack) {
				stack = append(stack, object)
			}`},
	}},
}

var pending = []Mistake{
	{Says: "is still pending at the end", changes: []change{
		{`	for sweep(h, marks, pending) {
		// A scan may have found an object in a word that the sweep had passed.
	}`, `	sweep(h, marks, pending) // once: what is found in an earlier word is left there`},
	}},
	{Says: "sweeps from the first word to the last need", changes: []change{
		{`any = true`, `return true // the search for the next object begins at the first word`},
		{`// sweep scans the grey objects, from the first word of pending to the last. It says whether
// there were any.`, `// sweep scans a grey object. It says whether there was any.`},
		{`		// The word is read again after each object, for the scan may have added to it.
`, ``},
	}},
	{Says: "the two bitmaps are all the memory that it may use", Of: "mark/answer/mark_answer.go", changes: []change{
		{`// Mark sets the bit of each object that can be reached from the roots, and no other bit. No
// bit is set when Mark begins.
func Mark(h Heap, marks Bitmap) {
	var stack []uint32 // the grey objects: marked, and not scanned yet`, `// Mark sets the bit in marks of each object that can be reached from the roots, and no other
// bit there. No bit of marks and of pending is set when Mark begins, and none of pending when
// it ends.
func Mark(h Heap, marks, pending Bitmap) {
	stack := make([]uint32, 0, 16) // a stack after all: it grows with the heap`},
	}},
	{Says: "sweeps from the first word to the last need", changes: []change{
		{`		// The word is read again after each object, for the scan may have added to it.
`, ``},
		{`word = pending.Word(i) {`, `word &= word - 1 { // what a scan adds waits for the next sweep`},
	}},
}

// waits is the text of the skeleton that the answer to the lab prefetch leaves out.
var waits = change{` It is right, and it waits for memory at each object. How it
// waits less is yours to write.`, ``}

var prefetch = []Mistake{
	{Says: "scanned less than", Of: "prefetch/skeleton/mark_answer.go", changes: []change{
		waits,
		{`stack = stack[:len(stack)-1]`, `stack = stack[:len(stack)-1]
		h.Prefetch(object) // and in the next line it is waited for`},
	}},
	{Says: "is marked and was never scanned", changes: []change{
		{`at, inside := 0, 0; len(stack) > 0 || inside > 0; at = (at + 1) % flight {`, `at := 0; len(stack) > 0; at = (at + 1) % flight { // the ring may still hold objects`},
		{`			inside--
`, ``},
		{`			inside++
`, ``},
	}},
	{Says: "scanned more than", Of: "prefetch/skeleton/mark_answer.go", changes: []change{
		waits,
		{`stack = append(stack, object)`, `stack = append(stack, object)
			h.Prefetch(object) // there are many: the cache has lost it when its turn comes`},
		{`		object := stack[len(stack)-1]
		stack = stack[:len(stack)-1]`, `		object := stack[0] // a queue
		stack = stack[1:]`},
	}},
	{Says: "scanned less than", changes: []change{
		{`. Fewer do not fill the
// time of a miss. Many more may drop out of the cache again before they are scanned.
const flight = 16`, `.
const flight = 4`},
	}},
}
