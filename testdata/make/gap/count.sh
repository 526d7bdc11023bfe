#!/bin/sh
# Makes graphs with the converter of the GAP Benchmark Suite, and counts with its bfs what node 0
# reaches. "gcbench info FILE" must say the same nodes, edges and live objects.
#
#	git clone https://github.com/sbeamer/gapbs && make -C gapbs converter bfs
#	sh testdata/make/gap/count.sh gapbs FOLDER
#
# It writes the graphs to the folder.
set -eu
suite=$1 folder=$2
mkdir -p "$folder"

# A directed graph in which node 0 reaches 5 of 7 nodes.
printf '0 1\n1 2\n2 0\n2 3\n3 4\n5 0\n5 6\n' >"$folder/small.el"
printf '0 1 9\n1 2 9\n2 0 9\n2 3 9\n3 4 9\n5 0 9\n5 6 9\n' >"$folder/small.wel"

make_graph() { # name, arguments of the converter
	name=$1
	shift
	"$suite/converter" "$@" >/dev/null
	"$suite/bfs" -f "$folder/$name" -r 0 -n 1 -a | grep -E 'Graph has|BFS Tree has' | sed "s|^|$name: |"
}
make_graph small.sg -f "$folder/small.el" -b "$folder/small.sg"
make_graph small-both.sg -f "$folder/small.el" -s -b "$folder/small-both.sg"
make_graph kron.sg -g 14 -b "$folder/kron.sg"
make_graph uniform.sg -u 14 -k 3 -b "$folder/uniform.sg"

# bfs reads no weights; the edges of these are those of the graphs above.
"$suite/converter" -f "$folder/small.wel" -w -b "$folder/small.wsg" >/dev/null
"$suite/converter" -g 14 -w -b "$folder/kron.wsg" >/dev/null
