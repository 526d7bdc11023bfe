#!/usr/bin/env python3
"""Makes a dump for MMTk's research tools: python3 generate.py list|array N FILE

The two shapes are those of which these tools have generators of their own: a list of N
objects, and an array of N objects without references. protoc writes the file (Debian:
protobuf-compiler), so it comes from an implementation that shares nothing with Halfmark.
"""
import os
import subprocess
import sys

BASE = 0x20000000000  # where the tools put their space of small objects


def obj(address, number, size, targets, first, elements=None):
    slots = "".join(f"slot{{at:{first + 8 * i} target:{t}}}" for i, t in enumerate(targets))
    count = "" if elements is None else f"elements:{elements}"
    return f"object{{address:{address} class_number:{number} bytes:{size} {count} {slots}}}\n"


def linked(n):
    """Objects of 32 bytes: header, class, value, next."""
    for i in range(n):
        at = BASE + 32 * i
        yield obj(at, 42, 32, [at + 32] if i < n - 1 else [], at + 16)


def array(n):
    """An array of n references behind three words, and n objects of 16 bytes."""
    size = 24 + 8 * n
    leaves = (BASE + size + 15) // 16 * 16
    yield obj(BASE, 42, size, [leaves + 16 * i for i in range(n)], BASE + 24, n)
    for i in range(n):
        yield obj(leaves + 16 * i, 43, 16, [], 0)


def main(shape, n, path):
    objects = "".join({"list": linked, "array": array}[shape](n))
    limit = BASE + (32 * n if shape == "list" else 24 + 24 * n)
    text = objects + f"root{{target:{BASE}}}\n" + f'region{{name:"immix" begin:{BASE} limit:{limit}}}\n'
    with open(path, "wb") as out:
        subprocess.run(protoc("--encode=Dump"), input=text.encode(), stdout=out, check=True)


def protoc(what):
    here = os.path.dirname(os.path.abspath(__file__))
    return ["protoc", what, "-I", here, "dump.proto"]


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
