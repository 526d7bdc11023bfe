package picture

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// tone is a colour of the frame: what it is on a white page and on a dark one.
type tone struct{ light, dark color.RGBA }

var (
	paper = tone{rgb(0xFFFFFF), rgb(0x0D1117)}
	ink   = tone{rgb(0x1F2328), rgb(0xE6EDF3)}
	grid  = tone{rgb(0xE3E6EA), rgb(0x262C35)}
	faint = tone{rgb(0x59636E), rgb(0x9AA4AF)} // levels
)

// lineColors stand out against either page by at least 3 to 1, and differ in
// hue for the common kinds of colour blindness; glyphs tell lines apart as well.
var lineColors = []color.RGBA{
	rgb(0x2F7FC1), rgb(0xD55E00), rgb(0x00906A), rgb(0xB565A7), rgb(0x8A7A1F), rgb(0x7A7F87), rgb(0xC9415B), rgb(0x6C6CD1),
}

var glyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{},
	draw.SquareGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{},
}

const (
	panelWidth  = vg.Length(400)
	panelHeight = vg.Length(290)
	gutter      = vg.Length(22)
	titleHeight = vg.Length(30)
	lineWidth   = vg.Length(1.6)
	glyphRadius = vg.Length(2.6)
	// maxGlyphs is how many points a line may have before glyphs would hide it.
	maxGlyphs = 40
)

var dashes = []vg.Length{5, 3}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xFF}
}

// typeface is what the file asks for; WriteSVG adds what to use instead.
func typeface(size vg.Length, bold bool) text.Style {
	f := font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size)
	if bold {
		f.Weight = 3 // golang.org/x/image/font.WeightBold
	}
	return text.Style{Color: ink.light, Font: f, Handler: plot.DefaultTextHandler}
}

// dress gives a plot our colours and letters.
func dress(p *plot.Plot) {
	p.BackgroundColor = nil
	p.Title.TextStyle = typeface(11.5, true)
	p.Title.TextStyle.XAlign, p.Title.TextStyle.YAlign = draw.XCenter, draw.YTop
	p.Title.Padding = 6
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		x, y := a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign
		a.Label.TextStyle = typeface(11, false)
		a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign = x, y
		x, y = a.Tick.Label.XAlign, a.Tick.Label.YAlign
		a.Tick.Label = typeface(10, false)
		a.Tick.Label.XAlign, a.Tick.Label.YAlign = x, y
		a.Label.Padding = 4
		a.LineStyle.Color, a.Tick.LineStyle.Color = ink.light, ink.light
	}
}
