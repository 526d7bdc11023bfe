package printable_test

import (
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
)

func Example() {
	fmt.Println(printable.Line("a\x1b[31mb\n"))

	w := printable.NewWriter(os.Stdout)
	fmt.Fprintf(w, "a\x1b[31mb\n")
	fmt.Println(w.Close())
	// Output:
	// a?[31mb?
	// a?[31mb
	// <nil>
}
