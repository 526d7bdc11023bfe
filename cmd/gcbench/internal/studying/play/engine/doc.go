// Package engine lets a page, or a user at a console, ask package stage. In a browser it is
// the engine of the page. Elsewhere it reads a request from each line of the standard input,
// and writes the answer as a line, for tests, which compare it with the page's.
package engine
