package git

import (
	"encoding/hex"
	"strings"
)

// naming writes an object as its whole hash. It finds an object by its hash, by the name
// of a ref, and by the beginning of its hash, if this has four digits at least and no other
// object's hash begins so.
type naming struct {
	table *table
	names map[string]uint64
}

// leastDigits is how many digits of a hash git wants at least.
const leastDigits = 4

func (n *naming) Text(id uint64) string { return n.table.text(int(id)) }

func (n *naming) Find(text string) (id uint64, ok bool) {
	digits := strings.ToLower(text)
	isHash := len(strings.Trim(digits, "0123456789abcdef")) == 0
	if hash, err := hex.DecodeString(digits); err == nil && len(hash) == n.table.width {
		return n.table.find(hash)
	}
	// The order is git's: gitrevisions(7).
	for _, pattern := range []string{"*", "refs/*", "refs/tags/*", "refs/heads/*", "refs/remotes/*", "refs/remotes/*/HEAD"} {
		if id, ok := n.names[strings.Replace(pattern, "*", text, 1)]; ok {
			return id, true
		}
	}
	if isHash && leastDigits <= len(digits) && len(digits) < 2*n.table.width {
		return n.table.unique(digits)
	}
	return 0, false
}
