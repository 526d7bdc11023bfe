package growth

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap/dump"
)

// identity is how objects of a format are known in another dump of the same program.
type identity struct {
	// of is what tells them: "address" or "id". It is "" if nothing does.
	of string
	// why says what the user should know about it, as the end of a sentence.
	why string
}

// identities has the formats whose runtimes keep the identity of objects. V8 numbers objects and never gives a number
// twice. The collector of Go moves nothing, and that of Ruby only what GC.compact is called for. But a freed address becomes
// another object's. Then the class may tell the two apart.
var identities = map[dump.Format]identity{
	dump.V8:     {"id", "an id is that of one object"},
	dump.GoDump: {"address", "a freed address may be that of a new object"},
	dump.Ruby:   {"address", "a freed address may be that of a new object, and GC.compact moves objects"},
}

// none says why objects of other formats are not known again.
var none = map[dump.Format]string{
	dump.HPROF:    "ids are addresses, and the collector moves objects",
	dump.MMTk:     "addresses change when the collector moves objects",
	dump.Snapshot: "objects have neither names nor addresses",
}

// identityOf returns the identity of the format's objects.
func identityOf(format dump.Format) identity {
	if known, ok := identities[format]; ok {
		return known
	}
	why, ok := none[format]
	if !ok {
		why = "the files do not say which objects are the same"
	}
	return identity{why: why}
}

// note says in a sentence how objects are known again.
func (i identity) note(format dump.Format) string {
	if i.of == "" {
		return fmt.Sprintf("Only classes are compared, and not objects: in this format (%s) %s.", format, i.why)
	}
	return fmt.Sprintf("Objects with the same %s and class are the same: %s.", i.of, i.why)
}

// ids are the identities of a class's objects. Once they are sorted, has may be called.
type ids []uint64

func (s ids) has(id uint64) bool {
	_, found := slices.BinarySearch(s, id)
	return found
}

// sort sorts the ids, unless they came in order.
func (s ids) sort() {
	if !slices.IsSorted(s) {
		slices.Sort(s)
	}
}
