/*
 * The StealHalf deque of Hendler and Shavit, "Non-Blocking Steal-Half Work
 * Queues", PODC 2002, figures 3 (pushBottom), 5 (popBottom) and 7 (tryToSteal):
 * the form that stealq/stealhalf.go has, the form as printed, and each printed
 * form alone in an otherwise right deque. It was written from the text, not
 * generated from the source.
 *
 * Every row of the tables below is one step: at most one access to what others
 * can see, and the arithmetic that follows from it. Steps interleave in every
 * way, under sequential consistency, as Go's atomics do.
 *
 *   N        capacity: 2, 4 or 8 (default 2)
 *   THIEVES  threads without a deque, which keep what they steal (default 1)
 *   DEQUES   deques, each with an owner; with 2, owners rob one another (default 1)
 *   OPS      operations of an owner, 0 for any number (default 0)
 *   STEALS   the same for a thief (default 0)
 *   TAG      bits of the tag, 0 for a tag that never repeats (default 0)
 *
 * An owner chooses each operation freely, a thief how many items of the range it
 * takes, so every program and every Amount is in the search.
 *
 *   ONLY_ITEMS  look for items lost or doubled, not at the range
 *
 * Wrong forms: PRINTED is all of figures 3, 5 and 7; the others are one each.
 *
 *   LATE_THEFT_TEST    a  an item outside the range is safe, asked before whether it was stolen
 *   EMPTY_MEANS_THEFT  a  an empty range means that the item was stolen
 *   BOTTOM_TO_ZERO     b  a pop that finds its item stolen sets bottom to 0
 *   NEVER_EMPTY        c  a thief leaves a range of at least one
 *   RANGE_FIRST        d  pop replaces the range, then decrements bottom
 *   PUSH_ONCE          e  push tries its compare-and-swap once
 *   THIEF_ONCE         f  a thief tries that of its own range once
 *   REREAD             g  what the compare-and-swap expects is read after the tests
 *   BOTTOM_BEFORE      h  a thief reads bottom before the range
 *   SILENT_CROSSING    i  no compare-and-swap at a power of two where the length stays
 *   NARROW             j  N items in N slots, indices modulo N
 *   TAG=1, 2, ...      k  a tag that wraps
 *   MISSED_JUMP           a thief replaces its own range only at a power of two, as push does
 *   LATE_COPY             a thief copies after its compare-and-swap
 */

#ifndef N
#define N 2
#endif
#ifndef THIEVES
#define THIEVES 1
#endif
#ifndef DEQUES
#define DEQUES 1
#endif
#ifndef OPS
#define OPS 0
#endif
#ifndef STEALS
#define STEALS 0
#endif
#ifndef TAG
#define TAG 0
#endif

#define THREADS (DEQUES + THIEVES)
#define LONGEST (N / 2)               /* range */
#define ITEMS   (N * DEQUES + 1)

#if defined(NARROW) || defined(PRINTED)
#define WRAP (N - 1)
#else
#define WRAP (2 * N - 1)
#endif
#ifdef PRINTED
#define FULL (N - 1)
#else
#define FULL N
#endif

/* bits.Len, and the lengths of a range */
#define BITS(n)         ((n) == 0 -> 0 : ((n) < 2 -> 1 : ((n) < 4 -> 2 : ((n) < 8 -> 3 : 4))))
#define CROSSES(m, n)   (BITS(m) != BITS(n))
#define OWNER_RANGE(n)  ((n) < 2 -> (n) : ((n) < 4 -> 1 : ((n) < 8 -> 2 : 4)))
#define THIEF_RANGE(n, num)  ((num) >= (n) -> 0 : ((n) < 8 -> 1 : 2))
#define AT_LEAST_1(n)   ((n) == 0 -> 1 : (n))
#define POWER_OF_2(n)   ((n) == 1 || (n) == 2 || (n) == 4 || (n) == 8)

/* What is shared. Bottom is its owner's too: nobody else writes it. */
typedef deque {
	byte top;          /* the steal range: top, length and tag are one word */
	byte length;
#if TAG > 0
	byte tag;
	byte prevTop, prevLength, prevTag;      /* as the owner wrote it last */
#else
	bit untouched;                          /* by thieves, since the owner wrote it */
#endif
	byte bottom;
	byte slot[N]       /* 0: nothing, or an item that was taken meanwhile */
};
deque D[DEQUES];

/* Private memory, global because the ledger looks into it. */
typedef private { byte copy[LONGEST] };
private hand[THREADS];

#if TAG == 0
/* A tag that never repeats: a compare-and-swap succeeds exactly if nobody has
   replaced the range since it was read. */
bit fresh[THREADS];
byte watched[THREADS];
#endif

/* The ledger, which no thread reads. An item's number is used anew once it has
   been taken; before that, every copy of it that is left anywhere becomes 0, so
   that taking the copy is found out however late. */
bool present[ITEMS + 1];
bool busy[THREADS];     /* in a method */
bit popping[DEQUES];    /* bottom announces a pop that is not decided */

bool taken_twice;       /* or never there */
bool lost;
bool false_empty;       /* pop says empty, and there is an item */
bool more_than_half;
bool range_off;         /* not one eighth to one half, with the owner at rest */
bool over_full;

byte x, k, j, w, total, next;   /* scratch: all 0 between steps */

#define LEN(d, top_)  ((D[d].bottom - (top_)) & WRAP)
#define SLOT(i)       ((i) & (N - 1))

inline forget(item) {
	for (j : 0 .. DEQUES - 1) {
		for (w : 0 .. N - 1) {
			if :: D[j].slot[w] == item -> D[j].slot[w] = 0 :: else fi
		}
	}
	for (j : 0 .. THREADS - 1) {
		for (w : 0 .. LONGEST - 1) {
			if :: hand[j].copy[w] == item -> hand[j].copy[w] = 0 :: else fi
		}
	}
	j = 0; w = 0
}

inline take(item_) {
	x = item_;
	taken_twice = (x == 0 || !present[x]);
	assert(!taken_twice);
	present[x] = false;
	forget(x);
	x = 0
}

/* The owner is at rest, or it does not matter. */
inline checkRange(d) {
	if
	:: busy[d] -> skip
	:: else ->
		x = LEN(d, D[d].top);
#ifndef ONLY_ITEMS
		over_full = (x > FULL);
		assert(!over_full);
		range_off = (8 * D[d].length < x || (2 * D[d].length > x && !(x == 1 && D[d].length == 1)));
		assert(!range_off);
#endif
		x = 0
	fi
}

/* Nobody is in a method: what is present lies in the deques, once. */
inline checkAll() {
	total = 0;
	for (j : 0 .. THREADS - 1) { total = total + busy[j] }
	if
	:: total > 0 -> skip
	:: else ->
		for (j : 1 .. ITEMS) { total = total + present[j] }
		for (j : 0 .. DEQUES - 1) {
			w = LEN(j, D[j].top);
			k = 0;
			do
			:: k < w ->
				x = D[j].slot[SLOT(D[j].top + k)];
				taken_twice = (x == 0 || !present[x]);
				assert(!taken_twice);
				total = total - 1;
				k++
			:: else -> break
			od
		}
		lost = (total != 0);
		assert(!lost)
	fi;
	total = 0; j = 0; w = 0; x = 0; k = 0
}

inline done() {
	pc = IDLE; d = 0; v = 0; rtop = 0; rlen = 0; n = 0; num = 0; i = 0;
#if TAG > 0
	rtag = 0;
#else
	fresh[me] = 0; watched[me] = 0;
#endif
	for (k : 0 .. LONGEST - 1) { hand[me].copy[k] = 0 }
	k = 0;
	busy[me] = false;
	if :: owns -> popping[me] = 0; checkRange(me) :: else fi;
	checkAll()
}

/* One atomic load of a range, and one compare-and-swap. */
inline load(q) {
	rtop = D[q].top; rlen = D[q].length;
#if TAG > 0
	rtag = D[q].tag
#else
	fresh[me] = 1; watched[me] = q
#endif
}
#if TAG > 0
#define UNTOUCHED(q)  (D[q].tag == D[q].prevTag && D[q].top == D[q].prevTop && D[q].length == D[q].prevLength)
#define WINS(q)       (D[q].tag == rtag && D[q].top == rtop && D[q].length == rlen)
#else
#define UNTOUCHED(q)  (D[q].untouched)
#define WINS(q)       (fresh[me])
#endif
inline swap(q, top_) {
	D[q].length = next; D[q].top = top_; next = 0;
#if TAG > 0
	D[q].tag = (D[q].tag + 1) & ((1 << TAG) - 1);
#else
	for (k : 0 .. THREADS - 1) {
		if :: watched[k] == q -> fresh[k] = 0 :: else fi
	}
	k = 0; D[q].untouched = 0;
#endif
	checkRange(q)
}
inline remember(q) {
#if TAG > 0
	D[q].prevTop = D[q].top; D[q].prevLength = D[q].length; D[q].prevTag = D[q].tag
#else
	D[q].untouched = 1
#endif
}

#ifdef REREAD
#define SWAPS(state) REREAD_##state
#else
#define SWAPS(state) state
#endif

mtype = {
	IDLE,
	PUSH_STORE, PUBLISH, GROW_LOOK, GROW_CAS,
	POP_PUBLISH, POP_READ, POP_LOOK, POP_CAS, POP_STOLEN,
	FIRST_LOOK, FIRST_CAS,
	STEAL_BOTTOM, STEAL_RANGE, STEAL_COPY, STEAL_STORE, STEAL_CAS,
	REREAD_GROW_CAS, REREAD_POP_CAS, REREAD_STEAL_CAS
};

proctype worker(byte me; bool owns; byte left) {
	mtype pc = IDLE;
	byte d;                /* own deque */
	byte v;                /* victim */
	byte rtop, rlen;       /* the range as read */
#if TAG > 0
	byte rtag;
#endif
	byte n;                /* items, by that range; or bottom, with BOTTOM_BEFORE */
	byte num, i;           /* items that a push or a theft adds; the next one to copy */
	bool bounded = left > 0;

#define BEGIN  busy[me] = true; left = left - bounded
#define MAY    (pc == IDLE && (!bounded || left > 0))

end:
	do
	/* ---- Push ---- */
	:: d_step { MAY && owns && LEN(me, D[me].top) < FULL ->
		BEGIN; d = me; v = me; pc = PUSH_STORE
	}
	:: d_step { pc == PUSH_STORE ->
		x = 1;
		do :: x <= ITEMS && present[x] -> x++ :: else -> break od;
		lost = (x > ITEMS);
		assert(!lost);
		present[x] = true;
		D[d].slot[SLOT(D[d].bottom)] = x;
		x = 0; num = 1; pc = PUBLISH
	}
	:: d_step { pc == PUBLISH ->
		D[d].bottom = (D[d].bottom + num) & WRAP; pc = GROW_LOOK
	}
	:: d_step { pc == GROW_LOOK ->
		load(d); n = LEN(d, rtop);
		if
#ifdef MISSED_JUMP
		:: UNTOUCHED(d) && !CROSSES(n - 1, n) -> done()
#else
		:: UNTOUCHED(d) && !CROSSES(n - num, n) -> done()
#endif
		:: else -> pc = SWAPS(GROW_CAS)
		fi
	}
	:: d_step { pc == GROW_CAS ->
		if
		:: WINS(d) -> next = OWNER_RANGE(n); swap(d, rtop); remember(d); done()
		:: else ->
#if defined(PRINTED)
			done()
#elif defined(PUSH_ONCE)
			if :: v == me -> done() :: else -> pc = GROW_LOOK fi
#elif defined(THIEF_ONCE)
			if :: v != me -> done() :: else -> pc = GROW_LOOK fi
#else
			pc = GROW_LOOK
#endif
		fi
	}

	/* ---- Pop ---- */
#if !defined(RANGE_FIRST) && !defined(PRINTED)
	:: d_step { MAY && owns && D[me].top != D[me].bottom ->
		BEGIN; d = me; pc = POP_PUBLISH
	}
	:: d_step { pc == POP_PUBLISH ->
		D[d].bottom = (D[d].bottom - 1) & WRAP; popping[d] = 1; pc = POP_READ
	}
	:: d_step { pc == POP_READ ->
		hand[me].copy[0] = D[d].slot[SLOT(D[d].bottom)]; pc = POP_LOOK
	}
	:: d_step { pc == POP_LOOK ->
		load(d); n = LEN(d, rtop);
		if
#ifdef LATE_THEFT_TEST
		:: n >= rlen -> take(hand[me].copy[0]); done()
		:: n < rlen && rtop == ((D[d].bottom + 1) & WRAP) -> pc = POP_STOLEN
#elif defined(EMPTY_MEANS_THEFT)
		:: rlen == 0 || rtop == ((D[d].bottom + 1) & WRAP) -> pc = POP_STOLEN
#else
		:: rtop == ((D[d].bottom + 1) & WRAP) -> pc = POP_STOLEN
#endif
		:: else ->
			if
#ifdef SILENT_CROSSING
			:: UNTOUCHED(d) && (!CROSSES(n + 1, n) || OWNER_RANGE(n) == rlen) -> take(hand[me].copy[0]); done()
#else
			:: UNTOUCHED(d) && !CROSSES(n + 1, n) -> take(hand[me].copy[0]); done()
#endif
			:: else -> pc = SWAPS(POP_CAS)
			fi
		fi
	}
	:: d_step { pc == POP_CAS ->
		if
		:: WINS(d) -> next = OWNER_RANGE(n); swap(d, rtop); remember(d); take(hand[me].copy[0]); done()
		:: else -> pc = POP_LOOK
		fi
	}
#else
	/* The range first, as printed. RANGE_FIRST alone has the other faults repaired. */
	:: d_step { MAY && owns && D[me].top != D[me].bottom ->
		BEGIN; d = me; pc = FIRST_LOOK
	}
	:: d_step { pc == FIRST_LOOK ->
		load(d); n = LEN(d, rtop);
		if
		:: n == 0 -> done()
#ifdef PRINTED
		:: n > 0 && UNTOUCHED(d) && !POWER_OF_2(n) -> pc = POP_PUBLISH
#else
		:: n > 0 && UNTOUCHED(d) && !CROSSES(n, n - 1) -> pc = POP_PUBLISH
#endif
		:: else -> pc = FIRST_CAS
		fi
	}
	:: d_step { pc == FIRST_CAS ->
		if
		:: WINS(d) -> next = AT_LEAST_1(OWNER_RANGE(n - 1)); swap(d, rtop); remember(d); pc = POP_PUBLISH
#ifdef PRINTED
		:: else -> done()       /* ABORT */
#else
		:: else -> pc = FIRST_LOOK
#endif
		fi
	}
	:: d_step { pc == POP_PUBLISH ->
		D[d].bottom = (D[d].bottom - 1) & WRAP; popping[d] = 1; pc = POP_READ
	}
	:: d_step { pc == POP_READ ->
		hand[me].copy[0] = D[d].slot[SLOT(D[d].bottom)]; pc = POP_LOOK
	}
	:: d_step { pc == POP_LOOK ->
		load(d); n = LEN(d, rtop);
		if
#ifdef PRINTED
		:: n >= rlen -> take(hand[me].copy[0]); done()  /* not in the range */
		/* "the range is empty" never holds here: an empty range does not contain bottom */
#else
		:: rtop == ((D[d].bottom + 1) & WRAP) -> pc = POP_STOLEN
		:: rtop != ((D[d].bottom + 1) & WRAP) && n >= rlen -> take(hand[me].copy[0]); done()
#endif
		:: else -> pc = POP_CAS
		fi
	}
	:: d_step { pc == POP_CAS ->
		if
#ifdef PRINTED
		:: WINS(d) -> next = 0; swap(d, rtop); take(hand[me].copy[0]); done()
		:: else -> done()       /* null */
#else
		:: WINS(d) -> next = OWNER_RANGE(n); swap(d, rtop); remember(d); take(hand[me].copy[0]); done()
		:: else -> pc = POP_LOOK
#endif
		fi
	}
#endif
	:: d_step { pc == POP_STOLEN ->
		false_empty = (D[d].top != ((D[d].bottom + 1) & WRAP));
		assert(!false_empty);
#ifdef BOTTOM_TO_ZERO
		D[d].bottom = 0;
#else
		D[d].bottom = (D[d].bottom + 1) & WRAP;
#endif
		done()
	}

	/* ---- Steal. An owner looks into its own deque first, for room. ---- */
#if DEQUES == 2
#define ROOM(want)  (!owns || n + (want) <= FULL)
	:: d_step { MAY && owns ->
		BEGIN; d = me; v = 1 - me; n = LEN(me, D[me].top); pc = STEAL_RANGE
	}
	:: d_step { MAY && !owns && D[0].length > 0 -> BEGIN; v = 0; pc = STEAL_RANGE }
	:: d_step { MAY && !owns && D[1].length > 0 -> BEGIN; v = 1; pc = STEAL_RANGE }
#else
#define ROOM(want)  true
#ifdef BOTTOM_BEFORE
	:: d_step { MAY && !owns -> BEGIN; n = D[0].bottom; pc = STEAL_RANGE }
#else
	:: d_step { MAY && !owns && D[0].length > 0 -> BEGIN; pc = STEAL_RANGE }
#endif
#endif
	:: d_step { pc == STEAL_RANGE && D[v].length >= 1 && ROOM(1) -> num = 1; load(v); pc = STEAL_BOTTOM }
#if N >= 4
	:: d_step { pc == STEAL_RANGE && D[v].length >= 2 && ROOM(2) -> num = 2; load(v); pc = STEAL_BOTTOM }
#endif
#if N >= 8
	:: d_step { pc == STEAL_RANGE && D[v].length >= 3 && ROOM(3) -> num = 3; load(v); pc = STEAL_BOTTOM }
	:: d_step { pc == STEAL_RANGE && D[v].length >= 4 && ROOM(4) -> num = 4; load(v); pc = STEAL_BOTTOM }
#endif
	:: d_step { pc == STEAL_RANGE && !(D[v].length >= 1 && ROOM(1)) -> done() }
	:: d_step { pc == STEAL_BOTTOM ->
#ifdef BOTTOM_BEFORE
		n = (n - rtop) & WRAP;
#else
		n = LEN(v, rtop);
#endif
#ifdef LATE_COPY
		pc = SWAPS(STEAL_CAS)
#else
		pc = STEAL_COPY
#endif
	}
	:: d_step { pc == STEAL_COPY ->
#ifdef LATE_COPY
		take(D[v].slot[SLOT(rtop + i)]);
#else
		hand[me].copy[i] = D[v].slot[SLOT(rtop + i)];
#endif
		if
		:: owns -> pc = STEAL_STORE
		:: else ->
			i++;
			if
			:: i < num -> skip
#ifdef LATE_COPY
			:: else -> done()
#else
			:: else -> pc = SWAPS(STEAL_CAS)
#endif
			fi
		fi
	}
	:: d_step { pc == STEAL_STORE ->
		D[d].slot[SLOT(D[d].bottom + i)] = hand[me].copy[i];
		hand[me].copy[i] = 0;
		i++;
		if :: i < num -> pc = STEAL_COPY :: else -> pc = SWAPS(STEAL_CAS) fi
	}
	:: d_step { pc == STEAL_CAS ->
		if
		:: WINS(v) ->
			x = LEN(v, D[v].top) + popping[v];
			more_than_half = (2 * num > x && !(x == 1 && num == 1));
#ifndef ONLY_ITEMS
			assert(!more_than_half);
#endif
			more_than_half = 0; x = 0;
#ifdef LATE_COPY
			next = THIEF_RANGE(n, num); swap(v, (rtop + num) & WRAP);
			i = 0; pc = STEAL_COPY
#else
			if
			:: owns ->      /* the copies beyond its bottom are now the items */
				i = 0;
				do
				:: i < num ->
					x = D[d].slot[SLOT(D[d].bottom + i)];
					taken_twice = (x == 0 || !present[x]);
					assert(!taken_twice);
					k = x;
					forget(x);
					D[d].slot[SLOT(D[d].bottom + i)] = k;
					k = 0; x = 0;
					i++
				:: else -> break
				od;
				i = 0;
				pc = PUBLISH
			:: else ->
				do :: i > 0 -> i--; take(hand[me].copy[i]) :: else -> break od
			fi;
#if defined(NEVER_EMPTY) || defined(PRINTED)
			next = AT_LEAST_1(THIEF_RANGE(n, num)); swap(v, (rtop + num) & WRAP);
#else
			next = THIEF_RANGE(n, num); swap(v, (rtop + num) & WRAP);
#endif
			if :: !owns -> done() :: else fi
#endif
		:: else -> done()
		fi
	}

#ifdef REREAD
	/* What the compare-and-swap expects is read again; what it writes is not. */
	:: d_step { pc == REREAD_GROW_CAS -> j = rtop; load(d); rtop = j; j = 0; pc = GROW_CAS }
	:: d_step { pc == REREAD_POP_CAS -> j = rtop; load(d); rtop = j; j = 0; pc = POP_CAS }
	:: d_step { pc == REREAD_STEAL_CAS -> j = rtop; load(v); rtop = j; j = 0; pc = STEAL_CAS }
#endif

	:: pc == IDLE && bounded && left == 0 -> break
	od
}

init {
	d_step {
#if TAG == 0
		D[0].untouched = 1;
#if DEQUES == 2
		D[1].untouched = 1;
#endif
#endif
		skip
	};
	atomic {
		byte t = 0;
		do
		:: t < DEQUES -> run worker(t, true, OPS); t++
		:: t >= DEQUES && t < THREADS -> run worker(t, false, STEALS); t++
		:: else -> break
		od;
		t = 0
	}
}
