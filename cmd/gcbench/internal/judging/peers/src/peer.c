/* The heap of a graph file as objects of the Boehm-Demers-Weiser collector,
   collected on request. */

#define GC_THREADS /* for the parallel markers */
#include <gc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const uint32_t no_target = 0xffffffffu;

static FILE *in;

static void fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static uint32_t next(void) {
    unsigned char b[4];
    if (fread(b, sizeof b, 1, in) != 1) fail("the graph file ends too early");
    return (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

static uint64_t next_long(void) {
    uint64_t low = next();
    return low | (uint64_t)next() << 32;
}

static void *checked(void *p) {
    if (p == NULL) fail("out of memory");
    return p;
}

/* An object without references is one that the collector need not scan. */
static void **make(uint32_t refs, uint32_t words) {
    size_t size = ((size_t)refs + words) * sizeof(void *);
    if (size == 0) size = sizeof(void *);
    return checked(refs == 0 ? GC_MALLOC_ATOMIC(size) : GC_MALLOC(size));
}

static void **roots;
static uint64_t root_count;

/* What a traversal needs. These arrays are malloc's: the collector does not see
   them. */
static struct {
    uintptr_t low;
    uint32_t *index; /* of an object by its address, in units of the smallest */
    char *seen;
    uint32_t *stack;
    uint64_t depth, reached;
} walk;

static void visit(const void *object) {
    uint32_t i = walk.index[((uintptr_t)object - walk.low) / 16];
    if (walk.seen[i]) return;
    walk.seen[i] = 1;
    walk.reached++;
    walk.stack[walk.depth++] = i;
}

/* Counts what can be reached from the roots. */
static uint64_t traverse(void ***objects, const uint32_t *refs, uint64_t count) {
    uintptr_t low = UINTPTR_MAX, high = 0;
    for (uint64_t i = 0; i < count; i++) {
        uintptr_t at = (uintptr_t)objects[i];
        if (at < low) low = at;
        if (at > high) high = at;
    }
    walk.low = low;
    walk.index = checked(malloc(((high - low) / 16 + 1) * sizeof *walk.index));
    walk.seen = checked(calloc(count, sizeof *walk.seen));
    walk.stack = checked(malloc(count * sizeof *walk.stack));
    for (uint64_t i = 0; i < count; i++) walk.index[((uintptr_t)objects[i] - low) / 16] = (uint32_t)i;
    for (uint64_t i = 0; i < root_count; i++) visit(roots[i]);
    while (walk.depth > 0) {
        uint32_t i = walk.stack[--walk.depth];
        for (uint32_t k = 0; k < refs[i]; k++)
            if (objects[i][k] != NULL) visit(objects[i][k]);
    }
    free(walk.index);
    free(walk.seen);
    free(walk.stack);
    return walk.reached;
}

static uint64_t build(const char *path) {
    if ((in = fopen(path, "rb")) == NULL) fail("the graph file cannot be opened");
    uint64_t count = next_long();
    root_count = next_long();
    void ***objects = checked(malloc((count + 1) * sizeof *objects));
    uint32_t *refs = checked(malloc((count + 1) * sizeof *refs));
    for (uint64_t i = 0; i < count; i++) {
        refs[i] = next();
        objects[i] = make(refs[i], next());
    }
    for (uint64_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < refs[i]; k++) {
            uint32_t to = next();
            if (to != no_target) objects[i][k] = objects[to];
        }
    }
    roots = checked(GC_MALLOC_UNCOLLECTABLE((root_count + 1) * sizeof *roots));
    for (uint64_t i = 0; i < root_count; i++) roots[i] = objects[next()];
    fclose(in);
    uint64_t reached = count == 0 ? 0 : traverse(objects, refs, count);
    free(objects);
    free(refs);
    return reached;
}

static struct timespec mark_start, mark_end;
static int marks;

static void on_event(GC_EventType event) {
    if (event == GC_EVENT_MARK_START) clock_gettime(CLOCK_MONOTONIC, &mark_start);
    if (event == GC_EVENT_MARK_END) {
        clock_gettime(CLOCK_MONOTONIC, &mark_end);
        marks++;
    }
}

int main(int argc, char **argv) {
    if (argc != 3) fail("usage: peer GRAPH WORKERS");
    GC_set_all_interior_pointers(0); /* every reference is to an object's start */
    GC_INIT();
    GC_disable(); /* until the heap is built */
    uint64_t reached = build(argv[1]);
    GC_enable();
    GC_start_mark_threads(); /* or there is one marker until a thread is created */
    unsigned version = GC_get_version();
    printf("ready %llu bdwgc %u.%u.%u, markers: %d\n", (unsigned long long)reached,
           version >> 16, version >> 8 & 0xff, version & 0xff, 1 + GC_get_parallel());
    fflush(stdout);
    GC_set_on_collection_event(on_event);
    char line[16];
    while (fgets(line, sizeof line, stdin) != NULL) {
        marks = 0;
        GC_gcollect();
        if (marks != 1) fail("a collection did not mark once");
        printf("%lld\n", (long long)(mark_end.tv_sec - mark_start.tv_sec) * 1000000000LL +
                             (mark_end.tv_nsec - mark_start.tv_nsec));
        fflush(stdout);
    }
    return 0;
}
