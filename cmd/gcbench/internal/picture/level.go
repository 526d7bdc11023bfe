package picture

// box is a rectangle, of text.
type box struct{ left, top, right, bottom float64 }

func (b box) meets(c box) bool {
	return b.left < c.right && c.left < b.right && b.top < c.bottom && c.top < b.bottom
}

// levels draws the levels across the panel, with a name each where it hides least.
func (p *Panel) levels(s *sheet, x, y *scale) {
	var taken []box
	for _, l := range p.Levels {
		v := y.at(l.Y)
		s.path("level", path("M", x.from, v, "H", x.to))
		name := fit(l.Name, tiny, x.to-x.from)
		best, least := box{}, -1
		for _, b := range beside(letters(name, tiny), v, x, y) {
			hidden := p.under(b, x, y)
			for _, t := range taken {
				if b.meets(t) {
					hidden += 1000
				}
			}
			if least < 0 || hidden < least {
				best, least = b, hidden
			}
		}
		taken = append(taken, best)
		s.name(best.left, best.bottom-2.5, "f halo", l.Name, tiny, x.to-x.from)
	}
}

// beside is where the name of a level may stand: above its line or below, at the left, at
// the right or between.
func beside(width, v float64, x, y *scale) (all []box) {
	for _, top := range []float64{v - tiny - 3, v + 2} {
		for _, left := range []float64{x.from, x.to - width, (x.from + x.to - width) / 2} {
			if top >= y.to-tiny && top+tiny <= y.from || len(all) == 0 {
				all = append(all, box{left, top, left + width, top + tiny + 1})
			}
		}
	}
	return all
}

// under is how much of the lines a box would hide: in steps along them.
func (p *Panel) under(b box, x, y *scale) (steps int) {
	const along = 12
	for _, l := range p.Lines {
		for i := range l.Points {
			from := l.Points[max(0, i-1)]
			h, v, h2, v2 := x.at(from.X), y.at(from.Y), x.at(l.Points[i].X), y.at(l.Points[i].Y)
			for k := range along {
				part := float64(k+1) / along
				if at := (box{h + part*(h2-h), v + part*(v2-v), h + part*(h2-h), v + part*(v2-v)}); b.meets(at) {
					steps++
				}
			}
		}
	}
	return steps
}
