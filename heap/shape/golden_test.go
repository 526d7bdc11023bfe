package shape

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// goldens are digests of 257 objects with seed 42, by shape and layout. They
// hold on every platform. If one changes, measurements taken before and after
// are of different heaps: change a digest only on purpose, and say so.
const goldens = `
list      e35ec7b77dda0ecb 3dcef2ea417afe7f e35ec7b77dda0ecb
deep      ad85b4189fbe87c3 de9ff6cf2f8991f7 25d628643281e05c
tree      3da8de7a837069bc 53c2d570d3157a22 71b1a29997265ac7
lists     0dc2cd8e652350a5 16c83e7499e6e886 775f79aed84e6bf6
wide      2cb0c567e030d675 7fec8c1c566746d6 2cb0c567e030d675
arrays    b83685bd12872573 af157623cc5f5c9e 0e0910ac6610d8ac
random    cbb05d1befa490c8 307d2e2b107fc661 78d35af0b5120258
uniform   ad83086ae5099f9c b97c3eba4db537cd 10a0239b42f1f3a6
rmat      5daf6a353d7916df 52df02955da9ec2d bc58b268b7f6d3a1
debruijn  e8f16ca618a5e121 0d372c9b104fb669 e8f16ca618a5e121
grid      39c977009b695b88 3376fa37e988c150 17a2a16e5c19eba9
rings     88ad6aece88e5bef 9dc1f78ff5ed1e18 a28ef92e5b7f8877
dag       e4d3b1f69e806bb1 978806dac7a45962 3cdd1a8db9b26dbc
app       b1a419c47599120c 4aeb5d98bf2d98a1 6c742dc2e3005425
program   1fabc0fc5e3a58a3 39a53102fe2c260c 2b73cdebb60fc0b1
gcbench   6ef12d140d35d1be 6edd5658d10a323d 5d034a688f62a9a9
`

// largerGoldens are the same for 20,003 objects with seed 43: arrays of thousands, and
// places of objects that are found from samples.
const largerGoldens = `
list      0139f8b338e97e42 ced51a33022f4b4f 0139f8b338e97e42
deep      123c489f1a651cef 0dd9386df1613c02 fbd51c4e1dc56f8b
tree      98718c137cb83290 aad404170f9ca93d cdf23c626bf16a21
lists     2ebfc2c6cf591a26 d3aea2cc2a61ed72 7281b422af4b9be7
wide      426cc22aedf2515f 53f595ca5cab64fe 426cc22aedf2515f
arrays    70c071a78729bdee 42aa02436c2a24bf 45f1ad55d95eaeb1
random    68e3a7b125fc4387 84e4e13c50c330ca 203624754a3c1d73
uniform   d5d8e53ccdc707b1 dda099a44152863b 6be5301900e92cf3
rmat      5a83fe940ae49ff6 a69e5bf4347a38f0 5a348301f0335c10
debruijn  0226d3ca645b7465 5c9760efdeb90d9a 0226d3ca645b7465
grid      57c2f9e845af7368 cc5cd8efa5382b18 80ca438561ea8785
rings     a0e56138525b7b46 2d5b1d3a9a7f51cc bb315b42cf21785a
dag       c58def656fd16fd3 bd2bf48693cce549 6c3eddba51428a0e
app       fb1f1be6c474a2c5 2e78b07b3f67371b 3295bcaa4f6b639a
program   6158ccff22898952 e9eb66ad8c736fd4 e3e2f61902ffa81e
gcbench   37f87dd60d187cc3 2babf9e0a5a3cb9d 1b2a9b59b546c2bb
`

// TestGoldenBytes compares every shape and layout with its digest.
func TestGoldenBytes(t *testing.T) {
	for goldens, p := range map[string]Params{goldens: {Objects: 257, Seed: 42}, largerGoldens: {Objects: 20_003, Seed: 43}} {
		var got strings.Builder
		got.WriteByte('\n')
		for _, s := range Shapes() {
			fmt.Fprintf(&got, "%-9s", s.Name)
			for _, p.Layout = range Layouts() {
				h, err := s.Build(p)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&got, " %016x", digest(h))
			}
			got.WriteByte('\n')
		}
		if got.String() != goldens {
			t.Errorf("the bytes of a shape have changed; alloc, shuffled and bfs are now\n%s", got.String())
		}
	}
}

// digest hashes all of a heap: its arena and its roots.
func digest(h *heap.Heap) uint64 {
	d := xxhash.New()
	d.Write(h.Arena())
	for _, r := range h.Roots() {
		d.Write(binary.LittleEndian.AppendUint32(nil, uint32(r)))
	}
	return d.Sum64()
}
