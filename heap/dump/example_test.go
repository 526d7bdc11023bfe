package dump_test

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/heap/dump/edgelist"
	"github.com/seed-3ccf4018/halfmark/heap/dump/namelist"
)

// A text file is read, whether its nodes are numbers or names.
func Example() {
	read := func(name, text string) (h *heap.Heap, err error) {
		in := bufio.NewReaderSize(strings.NewReader(text), dump.PrefixBytes)
		prefix, _ := in.Peek(dump.PrefixBytes) // the error says that the file is shorter
		format, err := dump.Detect(name, prefix)
		switch format {
		case dump.EdgeList:
			h, err = edgelist.Read(in, edgelist.Options{})
		case dump.NameList:
			h, _, _, err = namelist.Read(in, namelist.Options{})
		}
		return h, err
	}
	for name, text := range map[string]string{"a.el": "0 1\n1 2\n", "b.txt": "main fmt\nfmt os\n", "c.el": "main fmt\nfmt os\n"} {
		h, err := read(name, text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(name, h.NumObjects(), "objects")
	}
	// Unordered output:
	// a.el 3 objects
	// b.txt 3 objects
	// c.el 3 objects
}
