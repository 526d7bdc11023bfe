"""Writes the object graph of this Python program as a file of names, which gcbench reads:

    import heap; heap.write("app.tsv")

A name is the type of an object and a number. No value is written. The roots are what the
program can name from outside: the modules, and the frames of all threads.
"""
import gc
import sys


def write(path):
    gc.collect()
    roots = [sys.modules, *sys._current_frames().values()]
    objects = roots + gc.get_objects()
    number = {}
    mine = {id(objects), id(number), id(roots)}
    with open(path, "w") as out:
        mine |= {id(mine), id(out)}
        for o in objects:  # grows: what has no pointers is only found by what refers to it
            if id(o) not in number and id(o) not in mine:
                number[id(o)] = len(number)
                objects.extend(gc.get_referents(o))
        name = {id(o): f"{type(o).__name__}-{number[id(o)]}" for o in objects if id(o) in number}
        mine.add(id(name))
        print("# roots", *(name[id(r)] for r in roots), file=out)
        alone = set(number)
        for o in {id(o): o for o in objects if id(o) in number}.values():
            for to in gc.get_referents(o):
                if id(to) in number:
                    print(name[id(o)], name[id(to)], sep="\t", file=out)
                    alone -= {id(o), id(to)}
        for i in alone:  # a name must stand somewhere
            print(name[i], name[i], sep="\t", file=out)
