package cli

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// makeDumps writes small dumps of other runtimes, and graphs, under the names that the pages
// use, and makes the folder a git repository.
func makeDumps(t *testing.T, root string) {
	t.Helper()
	order := `{"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count"],` +
		`"node_types":[["synthetic","object"],"string","number","number","number"],` +
		`"edge_fields":["type","name_or_index","to_node"],"edge_types":[["element"],"string_or_number","node"]},` +
		`"node_count":2,"edge_count":1},"nodes":[0,0,1,0,1, 1,1,31415,32,0],"edges":[0,0,5],"strings":["","Order"]}`
	ruby := `{"type":"ROOT", "root":"vm", "references":["0x10"]}
{"address":"0x10", "type":"OBJECT", "class":"0x20", "memsize":40}
{"address":"0x20", "type":"CLASS", "name":"Order", "memsize":500}
`
	graph := "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n"
	for name, content := range map[string][]byte{
		"app.heapsnapshot": []byte(order), "page.heapsnapshot": []byte(order),
		"app-1.heapsnapshot": []byte(order), "app-2.heapsnapshot": []byte(order), "app-3.heapsnapshot": []byte(order),
		"app.hprof": threadDump(), "app.hprof.gz": threadDump(), // recognised by its content
		"app.json": []byte(ruby), "app.tsv": []byte("root\tdict 1\n"),
		"graph.mtx": []byte(graph), "road.mtx": []byte(graph),
		"soc-graph.txt": []byte("# FromNodeId ToNodeId\n7\t900000\n"),
	} {
		require.NoError(t, os.WriteFile(name, content, 0o600))
	}
	for name, from := range map[string]string{
		"kron.sg": "gap/testdata/small.sg", "list.pb": "mmtk/testdata/list.pb",
	} {
		content, err := os.ReadFile(filepath.Join(root, "heap/dump", from))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(name, content, 0o600))
	}
	for _, args := range [][]string{
		{"init", "-q"},
		{"symbolic-ref", "HEAD", "refs/heads/main"},
		{"add", "deps.csv"},
		{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "a"},
	} {
		out, err := exec.Command("git", args...).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
}

// threadDump is a Java heap dump with one object, of class java.lang.Thread.
func threadDump() []byte {
	const name, field, class, object = 1, 2, 0x100, 0x200
	b := binary.BigEndian
	record := func(to []byte, tag byte, body []byte) []byte {
		to = append(to, tag, 0, 0, 0, 0)
		return append(b.AppendUint32(to, uint32(len(body))), body...)
	}
	id := func(to []byte, ids ...uint64) []byte {
		for _, n := range ids {
			to = b.AppendUint64(to, n)
		}
		return to
	}
	file := append([]byte("JAVA PROFILE 1.0.2\x00"), 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0)
	file = record(file, 0x01, append(id(nil, name), "java/lang/Thread"...))
	file = record(file, 0x01, append(id(nil, field), "group"...))
	file = record(file, 0x02, id(append(id([]byte{0, 0, 0, 1}, class), 0, 0, 0, 0), name))
	heap := id(append(id([]byte{0x20}, class), 0, 0, 0, 0), 0, 0, 0, 0, 0, 0)
	heap = append(heap, 0, 0, 0, 8, 0, 0, 0, 0, 0, 1) // 8 bytes in an instance, no constants, no statics, 1 field
	heap = append(id(heap, field), 2)
	heap = append(id(append(id(append(heap, 0x21), object), 0, 0, 0, 0), class), 0, 0, 0, 8)
	heap = id(heap, 0)
	heap = id(append(heap, 0xff), object)
	heap = id(append(heap, 0x05), class)
	file = record(file, 0x1c, heap)
	return record(file, 0x2c, nil)
}
