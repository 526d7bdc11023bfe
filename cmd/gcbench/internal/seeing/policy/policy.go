// Package policy has the Content-Security-Policy of the pages that gcbench writes. Such a page is one file, or one of a
// folder: it fetches nothing from elsewhere, and runs no script but its own. Text of a file or of a student that found its way into a
// page as markup could therefore still do nothing.
package policy

import (
	"crypto/sha256"
	"encoding/base64"
	"html"
	"regexp"
)

// Page is what a page has that a browser must allow.
type Page struct {
	Scripts []string // the texts of its scripts, byte for byte
	// Engine says that the scripts start WebAssembly in a worker, whose text is in the page as well. The
	// worker's address is a blob, and it has the policy of the page. The icon of such a page is a data URI,
	// which keeps a browser from asking for one.
	Engine bool
	Folder bool // it takes its style and its pictures from the folder in which it lies
}

// String is the policy, for a meta element or a header. Styles may be inline.
func (p *Page) String() string {
	allowed, worker := "", ""
	for _, text := range p.Scripts {
		sum := sha256.Sum256([]byte(text))
		allowed += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	if p.Engine {
		allowed, worker = allowed+" 'wasm-unsafe-eval'", "; worker-src blob:; img-src data:"
	}
	style, images := "", ""
	if p.Folder {
		style, images = " 'self' file:", "; img-src 'self' file: data:"
	}
	return "default-src 'none'; style-src 'unsafe-inline'" + style + images + "; script-src" + allowed + worker + "; base-uri 'none'; form-action 'none'"
}

// meta is the element that has the policy of a page.
var meta = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`)

// Of returns the policy that a page has in its meta element, "" if it has none.
func Of(page []byte) string {
	found := meta.FindSubmatch(page)
	if found == nil {
		return ""
	}
	return html.UnescapeString(string(found[1]))
}
