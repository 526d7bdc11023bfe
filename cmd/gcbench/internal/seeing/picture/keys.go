package picture

const (
	keyRow  = 16.
	sample  = 28. // room for what a key stands for, before its name
	between = 14. // keys
)

// key is an entry below a chart: what stands for what.
type key struct {
	name string
	draw func(s *sheet, x, y float64) // at the middle of its left side
}

// keys sets entries below y in rows, as words are set in a paragraph, and returns where they end.
func (s *sheet) keys(left, y, width float64, all []key) float64 {
	x := 0.
	for i, k := range all {
		w := sample + letters(k.name, small)
		if x > 0 && x+w > width {
			x, y = 0, y+keyRow
		}
		k.draw(s, left+x, y+keyRow/2)
		s.name(left+x+sample, y+keyRow/2+4, "", k.name, small, width-sample)
		x += w + between
		if i == len(all)-1 {
			y += keyRow
		}
	}
	return y
}
