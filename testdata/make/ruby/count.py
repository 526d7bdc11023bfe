#!/usr/bin/env python3
"""Counts a dump by Ruby's ObjectSpace.dump_all: python3 count.py DUMP [--weak]

Prints what Halfmark's reader must find, by code that shares nothing with it: a JSON parser
for each line, dictionaries, and a search with a list. It needs much memory.
"""
import json
import sys


def immediate(word):
    return word < 4096 or word % 4 != 0 or word & 0xFF == 0x0C


def main(path, weak):
    objects, roots, others = {}, [], {}
    counts = dict.fromkeys(["references", "classes", "hidden", "cached"], 0)
    with open(path, encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            o = json.loads(line, strict=False)
            kind = o["type"]
            if kind == "ROOT":
                roots += [int(r, 16) for r in o["references"]]
            elif kind in ("NONE", "ZOMBIE", "SHAPE"):
                others[kind] = others.get(kind, 0) + 1
            else:
                edges = [int(r, 16) for r in o.get("references", [])]
                counts["references"] += len(edges)
                if "class" in o:
                    add_class(o, int(o["class"], 16), edges, counts, weak)
                objects[int(o["address"], 16)] = edges
    report(objects, roots, others, counts)


def add_class(o, word, edges, counts, weak):
    follow = True
    if o["type"] != "IMEMO":
        kind = "classes"
    elif o["imemo_type"] == "callcache":
        kind, follow = "cached", weak
    elif o["imemo_type"] == "callinfo" or immediate(word):
        return
    else:
        kind = "hidden"
    counts[kind] += 1
    if follow:
        edges.append(word)


def report(objects, roots, others, counts):
    seen = {r for r in roots if r in objects}
    start = len(seen)
    todo = list(seen)
    while todo:
        for to in objects[todo.pop()]:
            if to in objects and to not in seen:
                seen.add(to)
                todo.append(to)
    print("objects", len(objects))
    for kind, n in counts.items():
        print(kind, n)
    print("dangling", sum(to not in objects for edges in objects.values() for to in edges))
    print("roots", start)
    print("dangling-roots", sum(r not in objects for r in roots))
    for kind, n in sorted(others.items()):
        print(kind, n)
    print("reached", len(seen))


if __name__ == "__main__":
    main(sys.argv[1], "--weak" in sys.argv[2:])
