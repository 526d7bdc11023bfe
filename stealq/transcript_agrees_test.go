package stealq

import (
	"math/rand/v2"
	"testing"
)

// TestTranscriptAgrees drives production deques and their transcripts through the
// same long random history and compares range, tag and bottom after each operation.
// The explorer's results are about the transcript; this ties it to the source.
func TestTranscriptAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	w := &world{}
	var real [2]*stealHalf
	var copied [2]*transcript
	stolen := 0
	for _, capacity := range []int{2, 4, 8, 32} {
		for i := range real {
			real[i] = newStealHalf(capacity)
			copied[i] = newTranscript(w, "", uint64(capacity), 0, 0)
		}
		for step := range 5000 {
			w.free = 0
			i := rng.IntN(2)
			switch op := rng.IntN(7); {
			case op < 3:
				item := rng.Uint64()
				if real[i].Push(item) != copied[i].push(item) {
					t.Fatalf("capacity %d, step %d: pushes differ", capacity, step)
				}
			case op < 5:
				a, ok := real[i].Pop()
				b, ok2 := copied[i].pop()
				if a != b || ok != ok2 {
					t.Fatalf("capacity %d, step %d: pops differ", capacity, step)
				}
			default:
				amount := stealHalfKind.Amounts[rng.IntN(3)]
				n, _ := real[i].Steal(real[1-i], amount)
				stolen += n
				copied[i].steal(copied[1-i], amount)
			}
			for i := range real {
				r, c := real[i].stealRange(), copied[i].packed.Load()
				if r.top() != topOf(c) || r.length() != lengthOf(c) || uint64(r)>>tagShift&0xff != tagOf(c) ||
					real[i].bottom.Load() != copied[i].bottom.Load() {
					t.Fatalf("capacity %d, step %d, deque %d: %s, want top %d length %d tag %d", capacity, step, i,
						showRange(c), r.top(), r.length(), uint64(r)>>tagShift&0xff)
				}
			}
		}
	}
	if stolen == 0 {
		t.Fatal("nothing was stolen")
	}
}
