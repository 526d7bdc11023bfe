/*
 * The StealHalf deque of Hendler and Shavit, "Non-Blocking Steal-Half Work
 * Queues", PODC 2002, in the form that stealq/stealhalf.go has. It was written
 * from the paper, not generated from the source.
 *
 * Every row of the tables below is one step: at most one access to what others
 * can see, and the arithmetic that follows from it. Steps interleave in every
 * way, under sequential consistency, as Go's atomics do. The tag is ideal: it
 * never repeats.
 *
 *   N        capacity: 2, 4 or 8 (default 2)
 *   THIEVES  threads without a deque, which keep what they steal (default 1)
 *   DEQUES   deques, each with an owner; with 2, owners rob one another (default 1)
 *   OPS      operations of an owner, 0 for any number (default 0)
 *   STEALS   the same for a thief (default 0)
 *
 * An owner chooses each operation freely, a thief how many items of the range it
 * takes, so every program and every Amount is in the search.
 *
 * Wrong forms, which show that the assertions can fail. All forms of the paper
 * are in stealq/interleave/printed, and the letters are those there.
 *
 *   LATE_THEFT_TEST    a  an item outside the range is safe, asked before whether it was stolen
 *   EMPTY_MEANS_THEFT  a  an empty range means that the item was stolen
 *   PUSH_ONCE          e  push tries its compare-and-swap once
 *   NARROW             j  N items in N slots, indices modulo N
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

#define THREADS (DEQUES + THIEVES)
#define LONGEST (N / 2)               /* range */
#define ITEMS   (N * DEQUES + 1)

#ifdef NARROW
#define WRAP (N - 1)
#else
#define WRAP (2 * N - 1)
#endif

/* bits.Len, and the lengths of a range */
#define BITS(n)         ((n) == 0 -> 0 : ((n) < 2 -> 1 : ((n) < 4 -> 2 : ((n) < 8 -> 3 : 4))))
#define CROSSES(m, n)   (BITS(m) != BITS(n))
#define OWNER_RANGE(n)  ((n) < 2 -> (n) : ((n) < 4 -> 1 : ((n) < 8 -> 2 : 4)))
#define THIEF_RANGE(n, num)  ((num) >= (n) -> 0 : ((n) < 8 -> 1 : 2))

/* What is shared. Bottom is its owner's too: nobody else writes it. */
typedef deque {
	byte top;          /* the steal range: top and length are one word */
	byte length;
	bit untouched;                          /* by thieves, since the owner wrote it */
	byte bottom;
	byte slot[N]       /* 0: nothing, or an item that was taken meanwhile */
};
deque D[DEQUES];

/* Private memory, global because the ledger looks into it. */
typedef private { byte copy[LONGEST] };
private hand[THREADS];

/* A tag that never repeats: a compare-and-swap succeeds exactly if nobody has
   replaced the range since it was read. */
bit fresh[THREADS];
byte watched[THREADS];

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
		over_full = (x > N);
		assert(!over_full);
		range_off = (8 * D[d].length < x || (2 * D[d].length > x && !(x == 1 && D[d].length == 1)));
		assert(!range_off);
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
	fresh[me] = 0; watched[me] = 0;
	for (k : 0 .. LONGEST - 1) { hand[me].copy[k] = 0 }
	k = 0;
	busy[me] = false;
	if :: owns -> popping[me] = 0; checkRange(me) :: else fi;
	checkAll()
}

/* One atomic load of a range, and one compare-and-swap. */
inline load(q) {
	rtop = D[q].top; rlen = D[q].length;
	fresh[me] = 1; watched[me] = q
}
inline swap(q, top_) {
	D[q].length = next; D[q].top = top_; next = 0;
	for (k : 0 .. THREADS - 1) {
		if :: watched[k] == q -> fresh[k] = 0 :: else fi
	}
	k = 0; D[q].untouched = 0;
	checkRange(q)
}

mtype = {
	IDLE,
	PUSH_STORE, PUBLISH, GROW_LOOK, GROW_CAS,
	POP_PUBLISH, POP_READ, POP_LOOK, POP_CAS, POP_STOLEN,
	STEAL_BOTTOM, STEAL_RANGE, STEAL_COPY, STEAL_STORE, STEAL_CAS
};

proctype worker(byte me; bool owns; byte left) {
	mtype pc = IDLE;
	byte d;                /* own deque */
	byte v;                /* victim */
	byte rtop, rlen;       /* the range as read */
	byte n;                /* items, by that range */
	byte num, i;           /* items that a push or a theft adds; the next one to copy */
	bool bounded = left > 0;

#define BEGIN  busy[me] = true; left = left - bounded
#define MAY    (pc == IDLE && (!bounded || left > 0))

end:
	do
	/* ---- Push ---- */
	:: d_step { MAY && owns && LEN(me, D[me].top) < N ->
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
		:: D[d].untouched && !CROSSES(n - num, n) -> done()
		:: else -> pc = GROW_CAS
		fi
	}
	:: d_step { pc == GROW_CAS ->
		if
		:: fresh[me] -> next = OWNER_RANGE(n); swap(d, rtop); D[d].untouched = 1; done()
		:: else ->
#ifdef PUSH_ONCE
			if :: v == me -> done() :: else -> pc = GROW_LOOK fi
#else
			pc = GROW_LOOK
#endif
		fi
	}

	/* ---- Pop ---- */
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
			:: D[d].untouched && !CROSSES(n + 1, n) -> take(hand[me].copy[0]); done()
			:: else -> pc = POP_CAS
			fi
		fi
	}
	:: d_step { pc == POP_CAS ->
		if
		:: fresh[me] -> next = OWNER_RANGE(n); swap(d, rtop); D[d].untouched = 1; take(hand[me].copy[0]); done()
		:: else -> pc = POP_LOOK
		fi
	}
	:: d_step { pc == POP_STOLEN ->
		false_empty = (D[d].top != ((D[d].bottom + 1) & WRAP));
		assert(!false_empty);
		D[d].bottom = (D[d].bottom + 1) & WRAP;
		done()
	}

	/* ---- Steal. An owner looks into its own deque first, for room. ---- */
#if DEQUES == 2
#define ROOM(want)  (!owns || n + (want) <= N)
	:: d_step { MAY && owns ->
		BEGIN; d = me; v = 1 - me; n = LEN(me, D[me].top); pc = STEAL_RANGE
	}
	:: d_step { MAY && !owns && D[0].length > 0 -> BEGIN; v = 0; pc = STEAL_RANGE }
	:: d_step { MAY && !owns && D[1].length > 0 -> BEGIN; v = 1; pc = STEAL_RANGE }
#else
#define ROOM(want)  true
	:: d_step { MAY && !owns && D[0].length > 0 -> BEGIN; pc = STEAL_RANGE }
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
		n = LEN(v, rtop); pc = STEAL_COPY
	}
	:: d_step { pc == STEAL_COPY ->
		hand[me].copy[i] = D[v].slot[SLOT(rtop + i)];
		if
		:: owns -> pc = STEAL_STORE
		:: else ->
			i++;
			if
			:: i < num -> skip
			:: else -> pc = STEAL_CAS
			fi
		fi
	}
	:: d_step { pc == STEAL_STORE ->
		D[d].slot[SLOT(D[d].bottom + i)] = hand[me].copy[i];
		hand[me].copy[i] = 0;
		i++;
		if :: i < num -> pc = STEAL_COPY :: else -> pc = STEAL_CAS fi
	}
	:: d_step { pc == STEAL_CAS ->
		if
		:: fresh[me] ->
			x = LEN(v, D[v].top) + popping[v];
			more_than_half = (2 * num > x && !(x == 1 && num == 1));
			assert(!more_than_half);
			more_than_half = 0; x = 0;
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
			next = THIEF_RANGE(n, num); swap(v, (rtop + num) & WRAP);
			if :: !owns -> done() :: else fi
		:: else -> done()
		fi
	}
	:: pc == IDLE && bounded && left == 0 -> break
	od
}

init {
	d_step {
		D[0].untouched = 1;
#if DEQUES == 2
		D[1].untouched = 1;
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
