//go:build !unix

package confine

func (*Limits) set() {}
