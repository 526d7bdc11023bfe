package report

// Sheet is a writer that keeps tables as cells, for a page. A Table that prints to it adds a
// block with its rows, and anything else that is written becomes a block of text.
type Sheet struct{ Blocks []Block }

// Block is text, or the rows of one table.
type Block struct {
	Text    string // "" for a table
	Columns []Column
	Rows    [][]string
}

// Write implements io.Writer for text. It never fails.
func (s *Sheet) Write(p []byte) (int, error) {
	if n := len(s.Blocks); n > 0 && s.Blocks[n-1].Columns == nil {
		s.Blocks[n-1].Text += string(p)
	} else {
		s.Blocks = append(s.Blocks, Block{Text: string(p)})
	}
	return len(p), nil
}

// table begins a block of rows and returns where the rows go.
func (s *Sheet) table(columns []Column) func(cells []string) {
	s.Blocks = append(s.Blocks, Block{Columns: columns})
	at := len(s.Blocks) - 1
	return func(cells []string) { s.Blocks[at].Rows = append(s.Blocks[at].Rows, cells) }
}
