package cmp

type Ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64 | ~string
}

func Compare[T Ordered](x, y T) int    { return 0 }
func Less[T Ordered](x, y T) bool      { return false }
func Or[T comparable](vals ...T) (t T) { return t }
