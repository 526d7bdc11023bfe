// bits measures two choices of a marker on heaps in memory: what it prefetches, and how it sets mark bits.
//
//	cc -O2 -pthread -o bits bits.c -lm && ./bits [-r ROUNDS] [FILE.el ...]
//
// It is C because Go has no plain store that two threads may make to one byte. A file is an edge list that
// gcbench convert has written. Without a file the heaps are random graphs, in which a share of the references leads to one
// object. docs/findings/bits.md has the tables.
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint32_t u32;
typedef uint64_t u64;

enum { RING = 256, OBJECTS_AHEAD = 32, BITS_AHEAD = 8, REFS_AHEAD = 32, PAYLOAD = 6, CHUNK = 192, MOST_ROUNDS = 101 };

// A heap is an arena of words. An object is its number of references, then these, then PAYLOAD words, and begins at an even
// word. A reference is half the place of its object. So there is a mark bit for 8 bytes, as in a marker of objects of any size.
static u32 *arena, *roots, *stream;
static u64 words, nobjects, nrefs, nroots, live;
static unsigned long *bits; // a bit for each two words
static unsigned char *bytes;  // a byte for each of these bits
static u32 *own[2];           // the references of the stream whose bits worker 0 and worker 1 own
static u64 nown[2];
static u32 *stacks[2];

static void die(const char *what) { fprintf(stderr, "bits: %s\n", what); exit(1); }

static void *room(u64 bytes_wanted) {
	void *p = calloc(bytes_wanted + 64, 1);
	if (!p) die("no memory");
	return p;
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static u64 state = 88172645463325252u;
static u64 rnd(void) { state ^= state << 13; state ^= state >> 7; return state ^= state << 17; }

// ---- heaps

// lay makes the arena of a graph: from[i] refers to to[i].
static void lay(u64 n, u64 m, const u32 *from, const u32 *to) {
	u32 *degree = room(n * 4), *at = room(n * 4), *fill = room(n * 4);
	nobjects = n, nrefs = m, words = 2;
	for (u64 i = 0; i < m; i++) degree[from[i]]++;
	for (u64 o = 0; o < n; o++) at[o] = words / 2, words += (degree[o] + 2 + PAYLOAD) / 2 * 2;
	if (words > 1ull << 32) die("the heap is too large");
	arena = room(words * 4);
	for (u64 o = 0; o < n; o++) arena[2 * (u64)at[o]] = degree[o];
	for (u64 i = 0; i < m; i++) arena[2 * (u64)at[from[i]] + 1 + fill[from[i]]++] = at[to[i]];
	for (u64 i = 0; i < nroots; i++) roots[i] = at[roots[i]];
	free(degree), free(at), free(fill);
}

// synthetic makes n objects of 3 references in the mean, of which a share leads to object 0.
static void synthetic(u64 n, double share) {
	u64 m = 3 * n;
	u32 *from = room(m * 4), *to = room(m * 4);
	nroots = 16, roots = room(nroots * 4);
	for (u64 i = 0; i < nroots; i++) roots[i] = rnd() % n;
	for (u64 i = 0; i < m; i++) from[i] = rnd() % n, to[i] = (rnd() >> 11) * 0x1p-53 < share ? 0 : rnd() % n;
	lay(n, m, from, to);
	free(from), free(to);
}

static u64 number(const char **p) {
	u64 v = 0;
	while (**p == ' ') ++*p;
	if (**p < '0' || **p > '9') die("a line is no edge list of gcbench");
	while (**p >= '0' && **p <= '9') v = 10 * v + *(*p)++ - '0';
	return v;
}

// load reads lines "source target", "# nodes N" and "# roots a b c".
static void load(const char *path) {
	FILE *f = fopen(path, "r");
	if (!f) die("cannot open a file");
	char *line = NULL;
	size_t size = 0;
	u64 n = 0, m = 0, most = 1 << 20;
	u32 *from = room(most * 4), *to = room(most * 4);
	nroots = 0, roots = room(4);
	while (getline(&line, &size, f) > 0) {
		const char *p = line;
		if (!strncmp(line, "# nodes ", 8)) {
			p += 8, n = number(&p);
		} else if (!strncmp(line, "# roots ", 8)) {
			for (p += 8; *p >= '0'; p += *p == ' ') {
				roots = realloc(roots, (nroots + 1) * 4);
				roots[nroots++] = number(&p);
			}
		} else if (*line != '#' && *line != '\n') {
			if (m == most) most *= 2, from = realloc(from, most * 4), to = realloc(to, most * 4);
			from[m] = number(&p), to[m++] = number(&p);
		}
	}
	fclose(f), free(line);
	for (u64 i = 0; i < m; i++) if (from[i] >= n || to[i] >= n) die("an edge leads beyond the nodes");
	for (u64 i = 0; i < nroots; i++) if (roots[i] >= n) die("a root lies beyond the nodes");
	lay(n, m, from, to);
	free(from), free(to);
}

// ---- what to prefetch: a whole mark by one worker

enum { NOTHING = 0, OBJECTS = 1, BITS = 2, TO_WRITE = 4 };

static inline void read_soon(const void *p) { __builtin_prefetch(p, 0, 3); }
static inline void write_soon(const void *p) {
#ifdef __x86_64__
	__asm__ volatile("prefetchw %0" : : "m"(*(const char *)p));
#else
	__builtin_prefetch(p, 1, 3);
#endif
}

static inline int set_alone(u32 r) {
	unsigned long bit = 1ul << (r % 64), old = bits[r / 64];
	bits[r / 64] = old | bit;
	return !(old & bit);
}

// mark follows all references from the roots. An object passes through a ring: OBJECTS_AHEAD places after it was asked
// for its references are read and their bits asked for, and BITS_AHEAD places later these are tested. If out is
// not null, the references go there in the order in which they were tested.
static u64 mark(int what, u32 *out) {
	u32 *stack = stacks[0], ring[RING];
	u64 top = 0, in = 0, mid = 0, last = 0, marked = 0, tested = 0;
	u64 far = what & OBJECTS ? OBJECTS_AHEAD : 0, near = what & (BITS | TO_WRITE) ? BITS_AHEAD : 0;
	for (u64 i = 0; i < nroots; i++) if (set_alone(roots[i])) stack[top++] = roots[i];
	while (top || last < in) {
		if (top) {
			u32 o = ring[in++ % RING] = stack[--top];
			if (what & OBJECTS) read_soon(arena + 2 * (u64)o), read_soon(arena + 2 * (u64)o + 9);
		}
		if (mid < in && (in - mid > far || !top)) {
			u32 *o = arena + 2 * (u64)ring[mid++ % RING];
			if (what & BITS) for (u32 i = 1; i <= *o; i++) read_soon(bits + o[i] / 64);
			if (what & TO_WRITE) for (u32 i = 1; i <= *o; i++) write_soon(bits + o[i] / 64);
		}
		if (last < mid && (mid - last > near || (!top && mid == in))) {
			u32 *o = arena + 2 * (u64)ring[last++ % RING];
			marked++;
			for (u32 i = 1; i <= *o; i++) {
				if (out) out[tested++] = o[i];
				stack[top] = o[i];
				top += set_alone(o[i]);
			}
		}
	}
	if (out) nrefs = tested;
	return marked;
}

// ---- how to set a bit: the references of that mark again, by one or two workers

enum { LOCK, TEST, TEST_WRITE, TEST_NONE, BYTE, OWNED, WAYS };

static inline int step(int way, u32 r) {
	unsigned long bit = 1ul << (r % 64), *word = bits + r / 64;
	switch (way) {
	case TEST: case TEST_WRITE: case TEST_NONE:
		if (__atomic_load_n(word, __ATOMIC_RELAXED) & bit) return 0;
		// fall through
	case LOCK:
		return !(__atomic_fetch_or(word, bit, __ATOMIC_RELAXED) & bit);
	case BYTE:
		if (__atomic_load_n(bytes + r, __ATOMIC_RELAXED)) return 0;
		__atomic_store_n(bytes + r, 1, __ATOMIC_RELAXED);
		return 1;
	}
	return set_alone(r);
}

static inline void soon(int way, u32 r) {
	if (way == BYTE) read_soon(bytes + r);
	else if (way == TEST_WRITE || way == LOCK || way == OWNED) write_soon(bits + r / 64);
	else if (way == TEST) read_soon(bits + r / 64);
}

static inline u64 go(int way, const u32 *refs, u64 n, u32 *stack) {
	u64 top = 0;
	for (u64 i = 0; i < n; i++) {
		if (way != TEST_NONE) soon(way, refs[i + REFS_AHEAD]); // there is room behind each list
		stack[top] = refs[i];
		top += step(way, refs[i]);
	}
	return top;
}

static struct { int way, workers; volatile int start, ready, done; u64 found[2]; } run;

// part does the share of a worker: chunks of the stream in turns, or what it owns.
static void part(int id) {
	u64 found = 0, n;
	for (u64 at = CHUNK * (u64)id; run.way != OWNED && at < nrefs; at += CHUNK * run.workers) {
		n = nrefs - at < CHUNK ? nrefs - at : CHUNK;
		switch (run.way) { // so that each way is compiled by itself
		case LOCK: found += go(LOCK, stream + at, n, stacks[id]); break;
		case TEST: found += go(TEST, stream + at, n, stacks[id]); break;
		case TEST_WRITE: found += go(TEST_WRITE, stream + at, n, stacks[id]); break;
		case TEST_NONE: found += go(TEST_NONE, stream + at, n, stacks[id]); break;
		case BYTE: found += go(BYTE, stream + at, n, stacks[id]); break;
		}
	}
	if (run.way == OWNED) {
		if (run.workers == 1) found = go(OWNED, stream, nrefs, stacks[0]);
		else found = go(OWNED, own[id], nown[id], stacks[id]);
	}
	run.found[id] = found;
}

static void *second(void *unused) {
	for (int seen = 0;;) {
		while (__atomic_load_n(&run.start, __ATOMIC_ACQUIRE) == seen) {}
		seen = run.start;
		if (seen < 0) return unused;
		part(1);
		__atomic_store_n(&run.done, seen, __ATOMIC_RELEASE);
	}
}

static double timed(int way, int workers, u64 *found) {
	memset(bits, 0, words / 16 + 8);
	memset(bytes, 0, words / 2);
	run.way = way, run.workers = workers, run.found[1] = 0;
	double start = now();
	if (workers == 2) __atomic_store_n(&run.start, run.start + 1, __ATOMIC_RELEASE);
	part(0);
	if (workers == 2) while (__atomic_load_n(&run.done, __ATOMIC_ACQUIRE) != run.start) {}
	*found = run.found[0] + run.found[1];
	return (now() - start) / nrefs;
}

// ---- tables

static int by_value(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

// cell prints the median of ratios and the interval between two of them that holds it with 95 % probability.
static void cell(const double *times, const double *base, int rounds) {
	double ratio[MOST_ROUNDS];
	for (int i = 0; i < rounds; i++) ratio[i] = times[i] / base[i];
	qsort(ratio, rounds, sizeof *ratio, by_value);
	int low = (int)(rounds / 2.0 - 0.98 * sqrt(rounds));
	if (low < 0) low = 0;
	printf(" %.2f (%.2f to %.2f) |", ratio[rounds / 2], ratio[low], ratio[rounds - 1 - low]);
}

static double median(double *times, int rounds) {
	double sorted[MOST_ROUNDS];
	memcpy(sorted, times, rounds * sizeof *times);
	qsort(sorted, rounds, sizeof *sorted, by_value);
	return sorted[rounds / 2];
}

static const int plans[] = {NOTHING, OBJECTS, BITS, OBJECTS | BITS, OBJECTS | TO_WRITE};
enum { PLANS = 5 };
static char prefetches[1 << 16], *line_end = prefetches;

// measure prints the line of a heap in the second table, and keeps that in the first one.
static void measure(const char *name, int rounds) {
	static double p[PLANS][MOST_ROUNDS], w[2][WAYS][MOST_ROUNDS];
	u64 edges = nrefs, twice = 0;
	bits = room(words / 16 + 8), bytes = room(words / 2 + 64);
	stream = room((edges + REFS_AHEAD) * 4);
	for (int i = 0; i < 2; i++) stacks[i] = room((nobjects + nroots + 64) * 4), own[i] = room((edges + REFS_AHEAD) * 4), nown[i] = 0;
	live = mark(NOTHING, stream);
	if (!live || !nrefs) die("no reference is reached from the roots");
	u32 *in = room(words / 2 * 4), most = 0;
	for (u64 i = 0; i < nrefs; i++) {
		if (++in[stream[i]] > most) most = in[stream[i]];
		int who = stream[i] >> 12 & 1; // 32 KiB of the arena in turns
		own[who][nown[who]++] = stream[i];
	}
	u64 fresh = 0, found;
	for (u64 i = 0; i < words / 2; i++) fresh += in[i] > 0;
	free(in);
	for (int r = 0; r < rounds; r++) {
		for (int i = 0; i < PLANS; i++) {
			memset(bits, 0, words / 16 + 8);
			u64 n = nrefs;
			double start = now();
			if (mark(plans[i], NULL) != live) die("a mark has lost objects");
			p[i][r] = (now() - start) / live, nrefs = n;
		}
		for (int way = 0; way < WAYS; way++)
			for (int workers = 1; workers <= 2; workers++) {
				w[workers - 1][way][r] = timed(way, workers, &found);
				if (way == BYTE && found > fresh) twice = found - fresh > twice ? found - fresh : twice;
				else if (found != fresh) die("a way has lost bits, or set one twice");
			}
	}
	printf("| %s | %.1f %% | %.0f %% | %.1f |", name, 100.0 * most / nrefs, 100.0 * fresh / nrefs, median(w[1][TEST], rounds));
	for (int way = 0; way < WAYS; way++) if (way != TEST) cell(w[1][way], w[1][TEST], rounds);
	printf(" %llu |\n", (unsigned long long)twice);
	fflush(stdout);
	line_end += sprintf(line_end, "| %s | %.1f | %.1f |", name, (double)nrefs / live, median(p[0], rounds));
	for (int i = 1; i < PLANS; i++) {
		double a = median(p[i], rounds);
		line_end += sprintf(line_end, " %.2f |", a / median(p[0], rounds));
	}
	line_end += sprintf(line_end, " %.2f | %.2f |\n", median(w[0][LOCK], rounds) / median(w[0][OWNED], rounds), median(w[0][TEST], rounds) / median(w[0][OWNED], rounds));
	free(bits), free(bytes), free(stream), free(arena), free(roots);
	for (int i = 0; i < 2; i++) free(stacks[i]), free(own[i]);
}

int main(int argc, char **argv) {
	int rounds = 15, first = 1;
	if (argc > 2 && !strcmp(argv[1], "-r")) rounds = atoi(argv[2]), first = 3;
	if (rounds < 1 || rounds > MOST_ROUNDS) die("-r must be 1 to 101");
	pthread_t thread;
	if (pthread_create(&thread, NULL, second, NULL)) die("no thread");
	puts("Two workers set the bits of all references. Times over those of `test, then lock`.\n");
	puts("| heap | most popular | white | ns/ref | lock always | asked for to write | not asked for | byte | owned | bytes set twice |");
	puts("|---|---|---|---|---|---|---|---|---|---|");
	const double shares[] = {0, 0.01, 0.1, 0.5};
	for (int i = 0; first == argc && i < 4; i++) {
		char name[64];
		synthetic(2000000, shares[i]);
		sprintf(name, "random, %g %% to one", 100 * shares[i]);
		measure(name, rounds);
	}
	for (int i = first; i < argc; i++) {
		const char *base = strrchr(argv[i], '/');
		load(argv[i]);
		measure(base ? base + 1 : argv[i], rounds);
	}
	puts("\nOne worker marks. Times over those without any prefetch, and of locked over plain instructions.\n");
	puts("| heap | references each | ns/object | objects | bits | both | both, bits to write | lock always | test, then lock |");
	puts("|---|---|---|---|---|---|---|---|---|");
	fputs(prefetches, stdout);
	__atomic_store_n(&run.start, -1, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	return 0;
}
