package picture

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// WriteSVG draws the picture. The error says which value cannot be drawn.
func (p *Picture) WriteSVG(w io.Writer) error {
	if err := p.check(); err != nil {
		return err
	}
	columns := p.Columns
	if columns <= 0 {
		columns = len(p.Panels)
	}
	rows := (len(p.Panels) + columns - 1) / columns
	below := p.legendHeight()
	cell := vg.Point{X: panelWidth, Y: panelHeight + below}
	c := vgsvg.New(vg.Length(columns)*(cell.X+gutter)+gutter, vg.Length(rows)*(cell.Y+gutter)+titleHeight)
	dc := draw.New(c)
	dc.SetColor(paper.light)
	dc.Fill(dc.Rectangle.Path())
	title := typeface(13, true)
	title.XAlign, title.YAlign = draw.XCenter, draw.YTop
	dc.FillText(title, vg.Point{X: dc.Center().X, Y: dc.Max.Y - 8}, p.Title)
	palette := p.palette()
	for i := range p.Panels {
		left := gutter + vg.Length(i%columns)*(cell.X+gutter)
		top := dc.Max.Y - titleHeight - vg.Length(i/columns)*(cell.Y+gutter)
		at := vg.Rectangle{Min: vg.Point{X: left, Y: top - cell.Y}, Max: vg.Point{X: left + cell.X, Y: top}}
		if err := p.Panels[i].draw(draw.Canvas{Canvas: c, Rectangle: at}, below, palette); err != nil {
			return err
		}
	}
	return finish(w, c, p.Title)
}

// look is how a line is drawn.
type look struct {
	color color.RGBA
	glyph draw.GlyphDrawer
}

// palette gives each group of lines its look, in the order in which they come.
func (p *Picture) palette() map[string]look {
	looks := map[string]look{}
	for i := range p.Panels {
		for _, l := range p.Panels[i].Lines {
			if _, known := looks[l.group()]; !known {
				n := len(looks)
				looks[l.group()] = look{lineColors[n%len(lineColors)], glyphs[n%len(glyphs)]}
			}
		}
	}
	return looks
}

func (l *Line) group() string {
	if l.Group != "" {
		return l.Group
	}
	return l.Name
}

// draw draws the panel with its legend in the lowest part of the canvas.
func (p *Panel) draw(c draw.Canvas, below vg.Length, palette map[string]look) error {
	chart := plot.New()
	dress(chart)
	chart.Title.Text, chart.X.Label.Text, chart.Y.Label.Text = p.Title, p.X.Title, p.Y.Title
	lines := plotter.NewGrid()
	lines.Vertical.Color, lines.Horizontal.Color = grid.light, grid.light
	chart.Add(lines)
	var entries legend
	x, y := p.extent()
	for _, l := range p.Lines {
		l.Points = cut(l.Points, y.lo)
		if err := l.add(chart, &entries, palette[l.group()]); err != nil {
			return err
		}
	}
	for _, l := range p.Levels {
		if err := l.add(chart, x); err != nil {
			return err
		}
	}
	// The plotters have widened the axes; ours may not touch zero.
	chart.X.Min, chart.X.Max, chart.Y.Min, chart.Y.Max = x.lo, x.hi, y.lo, y.hi
	chart.X.Scale, chart.Y.Scale = p.X.scale(), p.Y.scale()
	chart.X.Tick.Marker, chart.Y.Tick.Marker = p.X.ticker(), p.Y.ticker()
	chart.Draw(draw.Crop(c, 0, 0, below, 0))
	entries.draw(draw.Crop(c, legendIndent, 0, 0, below-c.Size().Y))
	return nil
}

// add draws the line into the chart and enters it into the legend.
func (l *Line) add(chart *plot.Plot, entries *legend, look look) error {
	points := make(plotter.XYs, len(l.Points))
	for i, at := range l.Points {
		points[i] = plotter.XY{X: at.X, Y: at.Y}
	}
	line, scatter, err := plotter.NewLinePoints(points)
	if err != nil {
		return fmt.Errorf("line %q: %w", l.Name, err)
	}
	line.LineStyle = draw.LineStyle{Color: look.color, Width: lineWidth}
	if l.Dashed {
		line.LineStyle.Dashes = dashes
	}
	scatter.GlyphStyle = draw.GlyphStyle{Color: look.color, Radius: glyphRadius, Shape: look.glyph}
	if err := l.addSpread(chart, points, look); err != nil {
		return fmt.Errorf("line %q: %w", l.Name, err)
	}
	drawn := []plot.Thumbnailer{line}
	chart.Add(line)
	if len(points) <= maxGlyphs {
		chart.Add(scatter)
		drawn = append(drawn, scatter)
	}
	if l.Name != "" {
		*entries = append(*entries, entry{l.Name, drawn})
	}
	return nil
}

// addSpread draws the intervals.
func (l *Line) addSpread(chart *plot.Plot, points plotter.XYs, look look) error {
	switch l.Spread {
	case Bars:
		bars, err := plotter.NewYErrorBars(intervals{points, l.Points})
		if err != nil {
			return err
		}
		bars.LineStyle = draw.LineStyle{Color: look.color, Width: lineWidth / 2}
		chart.Add(bars)
	case Band:
		band, err := plotter.NewPolygon(outline(l.Points))
		if err != nil {
			return err
		}
		c := look.color
		band.Color = color.NRGBA{c.R, c.G, c.B, 0x38}
		band.LineStyle.Width = 0
		chart.Add(band)
	}
	return nil
}

// cut returns the points with intervals that end where the axis ends.
func cut(points []Point, lowest float64) []Point {
	points = slices.Clone(points)
	for i := range points {
		points[i].Lo = max(points[i].Lo, lowest)
	}
	return points
}

// intervals are points with error bars.
type intervals struct {
	plotter.XYs
	points []Point
}

// YError implements plotter.YErrorer.
func (s intervals) YError(i int) (low, high float64) {
	return s.points[i].Y - s.points[i].Lo, s.points[i].Hi - s.points[i].Y
}

// outline goes along the upper ends and back along the lower ones.
func outline(points []Point) plotter.XYs {
	n := len(points)
	around := make(plotter.XYs, 2*n)
	for i, at := range points {
		around[i] = plotter.XY{X: at.X, Y: at.Hi}
		around[2*n-1-i] = plotter.XY{X: at.X, Y: at.Lo}
	}
	return around
}

// add draws the level across the chart, its name above its left end: lines tend
// to end near what they are compared with.
func (l Level) add(chart *plot.Plot, x span) error {
	line, err := plotter.NewLine(plotter.XYs{{X: x.lo, Y: l.Y}, {X: x.hi, Y: l.Y}})
	if err != nil {
		return fmt.Errorf("level %q: %w", l.Name, err)
	}
	line.LineStyle = draw.LineStyle{Color: faint.light, Width: 1, Dashes: []vg.Length{2, 2}}
	label, err := plotter.NewLabels(plotter.XYLabels{XYs: plotter.XYs{{X: x.lo, Y: l.Y}}, Labels: []string{l.Name}})
	if err != nil {
		return fmt.Errorf("level %q: %w", l.Name, err)
	}
	label.TextStyle[0] = typeface(9, false)
	label.TextStyle[0].Color = faint.light
	label.TextStyle[0].XAlign, label.TextStyle[0].YAlign = draw.XLeft, draw.YBottom
	label.Offset = vg.Point{X: 3, Y: 2}
	chart.Add(line, label)
	return nil
}

// finish writes the file, with what the drawing library does not provide: a
// name for those who cannot see it, letters to use where Liberation Sans is not
// installed, and the tones of a dark page.
func finish(w io.Writer, c *vgsvg.Canvas, title string) error {
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	svg := strings.ReplaceAll(b.String(), "font-family:Liberation Sans;", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")
	const opened = "xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n"
	head, body, found := strings.Cut(svg, opened)
	if !found {
		return fmt.Errorf("drawing %q: the file does not begin as expected", title)
	}
	_, err := fmt.Fprintf(w, "%srole=\"img\" %s<title>%s</title>\n%s%s", head, opened, html.EscapeString(title), darkStyle(), body)
	return err
}

// darkStyle has the tones replaced where the reader prefers dark pages. Other
// viewers see the light ones, on paper that is part of the picture.
func darkStyle() string {
	var b strings.Builder
	b.WriteString("<style>@media (prefers-color-scheme: dark) {\n")
	for _, t := range []tone{paper, ink, grid, faint} {
		for _, property := range []string{"fill", "stroke"} {
			fmt.Fprintf(&b, "[style*=\"%s:%s\"] { %[1]s: %[3]s !important }\n", property, hex(t.light), hex(t.dark))
		}
	}
	b.WriteString("}</style>\n")
	return b.String()
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }
