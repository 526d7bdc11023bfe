#!/usr/bin/env python3
"""Counts a dump with protoc's decoder: python3 count.py FILE"""
import re
import subprocess
import sys

from generate import protoc


def main(path):
    with open(path, "rb") as dump:
        text = subprocess.run(protoc("--decode=Dump"), stdin=dump, capture_output=True, check=True).stdout.decode()
    edges, roots, nils, where = {}, [], 0, []
    for line in text.splitlines():
        if opened := re.match(r"\s*(\w+) {", line):
            where.append(opened[1])
            if where == ["object"]:
                address, slots = 0, []
            elif where == ["object", "slot"]:
                target = 0
        elif line.strip() == "}":
            if where == ["object", "slot"]:
                slots.append(target)
            elif where == ["object"]:
                edges[address] = slots
            where.pop()
        else:
            key, value = line.strip().split(": ", 1)
            if where == ["object", "slot"] and key == "target":
                target = int(value)
            elif where == ["object"] and key == "address":
                address = int(value)
            elif where == ["root"]:
                roots.append(int(value))
    report(edges, roots)


def report(edges, roots):
    seen = {r for r in roots if r in edges}
    todo = list(seen)
    while todo:
        for to in edges[todo.pop()]:
            if to in edges and to not in seen:
                seen.add(to)
                todo.append(to)
    targets = [to for slots in edges.values() for to in slots]
    print("objects", len(edges))
    print("references", sum(to != 0 for to in targets))
    print("nils", targets.count(0))
    print("dangling", sum(to != 0 and to not in edges for to in targets))
    print("roots", len(roots))
    print("reached", len(seen))


if __name__ == "__main__":
    main(sys.argv[1])
