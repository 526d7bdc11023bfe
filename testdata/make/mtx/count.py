"""Counts what node 1 reaches in Matrix Market files, without Halfmark.

	python3 testdata/make/mtx/count.py FILE...
	python3 testdata/make/mtx/count.py --make FOLDER     writes two random files first

"gcbench info FILE" must say the same nodes, edges and live objects.
"""

import os
import random
import sys


def count(path):
    with open(path) as file:
        symmetric = not file.readline().split()[4].lower() == "general"
        rows = [line.split() for line in file if line.strip() and not line.startswith("%")]
    nodes, targets, edges = int(rows[0][0]), {}, 0
    for row in rows[1:]:
        a, b = int(row[0]), int(row[1])
        for source, target in {(a, b), (b, a)} if symmetric else {(a, b)}:
            targets.setdefault(source, []).append(target)
            edges += 1
    reached, todo = {1}, [1]
    while todo:
        for target in targets.get(todo.pop(), []):
            if target not in reached:
                reached.add(target)
                todo.append(target)
    live = sum(len(targets.get(node, [])) for node in reached)
    print(f"{path}: {nodes} nodes, {edges} edges, {len(reached)} reached with {live} edges")


def make(folder):
    random.seed(1)
    nodes, entries = 20000, 30000
    for name, kind in ("directed.mtx", "pattern general"), ("both.mtx", "real symmetric"):
        with open(os.path.join(folder, name), "w") as file:
            print(f"%%MatrixMarket matrix coordinate {kind}\n% random\n{nodes} {nodes} {entries}", file=file)
            for _ in range(entries):
                value = " 0.5" if "real" in kind else ""
                print(f"{random.randint(1, nodes)} {random.randint(1, nodes)}{value}", file=file)
        yield os.path.join(folder, name)


paths = make(sys.argv[2]) if sys.argv[1] == "--make" else sys.argv[1:]
for path in list(paths):
    count(path)
