package main

import (
	"bufio"
	"database/sql"
	"encoding/binary"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"
)

// A database's findings in an edge list. Nothing here shares a line with the marker, with the
// parts or with the reader of edge lists: a node is a number in a table.

// reachedBySQL returns the number of nodes that the roots of an edge list reach, and the digest
// of their numbers: the sum of the xxhash64 of each, as 8 little-endian bytes.
func reachedBySQL(t *testing.T, list io.Reader) (count, digest uint64) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "graph.db"))
	require.NoError(t, err)
	defer db.Close()
	fillTables(t, db, list)
	rows, err := db.Query(`
		WITH RECURSIVE reached(node) AS (
			SELECT node FROM roots
			UNION
			SELECT target FROM reached JOIN edges ON source = node
		)
		SELECT node FROM reached`)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var node uint64
		require.NoError(t, rows.Scan(&node))
		count++
		digest += xxhash.Sum64(binary.LittleEndian.AppendUint64(nil, node))
	}
	require.NoError(t, rows.Err())
	return count, digest
}

// fillTables puts an edge list into tables.
func fillTables(t *testing.T, db *sql.DB, list io.Reader) {
	t.Helper()
	_, err := db.Exec(`
		CREATE TABLE roots (node INTEGER);
		CREATE TABLE edges (source INTEGER, target INTEGER, PRIMARY KEY (source, target)) WITHOUT ROWID`)
	require.NoError(t, err)
	tx, err := db.Begin()
	require.NoError(t, err)
	insert := func(statement string, words []string) {
		numbers := make([]any, len(words))
		for i, word := range words {
			numbers[i], err = strconv.ParseUint(word, 10, 64)
			require.NoError(t, err)
		}
		_, err := tx.Exec(statement, numbers...)
		require.NoError(t, err)
	}
	lines := bufio.NewScanner(list)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if roots, found := strings.CutPrefix(line, "# roots"); found {
			for _, root := range strings.Fields(roots) {
				insert("INSERT INTO roots VALUES (?)", []string{root})
			}
		} else if !strings.HasPrefix(line, "#") {
			insert("INSERT OR IGNORE INTO edges VALUES (?, ?)", strings.Fields(line))
		}
	}
	require.NoError(t, lines.Err())
	require.NoError(t, tx.Commit())
}

// TestSQL: the query is right about a graph that fits into a line.
func TestSQL(t *testing.T) {
	count, digest := reachedBySQL(t, strings.NewReader("# nodes 6\n# roots 1 4\n1 2\n2 1\n2 3\n0 5\n2 3\n"))
	require.Equal(t, uint64(4), count, "1, 2, 3 and 4")
	want := uint64(0)
	for _, node := range []uint64{1, 2, 3, 4} {
		want += xxhash.Sum64(binary.LittleEndian.AppendUint64(nil, node))
	}
	require.Equal(t, want, digest)
}
