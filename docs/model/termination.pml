/*
 * The end of a mark: the detector of mark/internal/crew/detector.go, the lobby (in
 * crew.pml, with the options that say how large a mark is), and as much of a worker as decides them: its loop, the places
 * where work can be, the look at them all, and how it waits and parks. After
 * Flood, Detlefs, Shavit and Zhang, "Parallel Garbage Collection for Shared
 * Memory Multiprocessors", JVM 2001, section 3.4. Written from the text of the
 * algorithm, not generated from the source.
 *
 * Every row below is one step: at most one access to what others can see. What
 * an object leads to, what is published and where, how much a thief takes, how
 * long an idle worker looks before it parks and whom a publisher wakes are
 * chosen freely. Marks follow one another without end, in one lobby.
 *
 *   CAP      capacity of a deque, a power of two (default 2)
 *   THOROUGH a worker leaves only after it has looked in every place, as the
 *            marker's do; without it, at any time after it found its deque empty
 *   NO_STEAL no thefts
 *   LONE     worker 0 may publish and wake nobody
 *
 * Wrong forms, one each:
 *
 *   LOOK_BEFORE_QUIET    the look before quiet is trusted
 *   NO_ACTIVATIONS       finish compares the number of active workers alone
 *   NO_WAKE_AFTER_STEAL  a thief of several items wakes nobody for the others
 *   NO_WAKE_AT_END       who declares the end does not wake worker 0
 *   NO_DRAIN             worker 0 returns, and starts anew, with others still awake
 *   WANTED_FOR_QUIET     a worker about to park stays if nobody is active, and joins
 */

#ifndef CAP
#define CAP 2
#endif
#include "crew.pml"

/* The places. */
byte bottom[WORKERS], top[WORKERS];     /* deques, indices modulo 2*CAP; a look is two loads */
byte list;                              /* the overflow list */
byte pending;                           /* the pending bitmap */
byte open, chunks;                      /* the root range, and what is unclaimed */

/* The ledger, which no worker reads. */
byte held[WORKERS];             /* work in private memory or on its way */

mtype = {
	JOIN, TRACE, PUBLISH,
	TAKE_DEQUE, TAKE_CHUNK, CLOSE_RANGE, TAKE_LIST, TAKE_PENDING, PUT_BACK, STEAL, PUT_STOLEN, TAKE_ONE,
	LEAVE, AWAIT, FINISH, WANTED_QUIET,
	LOOK_RANGE, LOOK_LIST, LOOK_PENDING, LOOK_BOTTOM, LOOK_TOP
};

#define WRAP     (2 * CAP - 1)
#define LEN(w)   ((bottom[w] - top[w]) & WRAP)

inline count() {        /* what shared places hold */
	sum = list + pending + chunks;
	for (k : 0 .. WORKERS - 1) { sum = sum + LEN(k) }
	count_owing()
}

inline looked(yes) {    /* where a look goes on */
	n = 0; see = 0;
	if
	:: why == AWAIT && yes -> pc = JOIN
	:: why == AWAIT && !yes -> pc = QUIET
	:: why == FINISH && yes -> pc = AWAIT
	:: why == FINISH && !yes -> pc = FINISH
	:: why == PARK && yes -> pc = UNPARK
	:: why == PARK && !yes -> pc = SLEEP
	fi;
	why = 0
}

proctype worker(byte me) {
	mtype pc = WAIT;
	mtype why = 0;          /* on whose behalf a look is taken */
	mtype back = 0;         /* where a wake returns to */
	byte n = 0;             /* items in hand, sleepers to wake, or the deque looked at */
	byte see = 0;           /* bottom, as loaded */

#define GREY  held[me]

	if :: me == 0 -> pc = RESET :: else fi;

	do
	/* ---- trace: scan, publish, look for more ---- */
	:: d_step { pc == JOIN ->
		if
		:: finished -> pc = OUT
		:: else -> joined++; changed(); pc = TRACE
		fi
	}
	:: d_step { pc == TRACE && GREY == 0 && finished -> pc = LEAVE }
	:: d_step { pc == TRACE && GREY == 0 && !finished -> pc = TAKE_DEQUE }
	:: d_step { pc == TRACE && GREY > 0 -> GREY = GREY - 1 }
	:: d_step { pc == TRACE && GREY > 0 && found < OBJECTS -> found++ }                       /* leads to one */
	:: d_step { pc == TRACE && GREY > 0 && found + 1 < OBJECTS -> found = found + 2; GREY++ } /* or to two */
	:: d_step { pc == TRACE && GREY > 1 -> pc = PUBLISH }
	:: d_step { pc == PUBLISH && LEN(me) < CAP ->
		bottom[me] = (bottom[me] + 1) & WRAP; GREY = GREY - 1; n = 1; owes[me] = true; back = TRACE; pc = WAKE
	}
	:: d_step { pc == PUBLISH ->
		list++; GREY = GREY - 1; n = 1; owes[me] = true; back = TRACE; pc = WAKE
	}
	:: d_step { pc == PUBLISH ->
		pending++; GREY = GREY - 1; n = 1; owes[me] = true; back = TRACE; pc = WAKE
	}
#ifdef LONE
	:: d_step { pc == WAKE && me == 0 -> owes[me] = false; n = 0; pc = back; back = 0 }
#endif

	/* ---- refill ---- */
	:: d_step { pc == TAKE_DEQUE ->
		if
		:: LEN(me) > 0 -> bottom[me] = (bottom[me] - 1) & WRAP; GREY++; pc = TRACE
		:: else -> pc = TAKE_CHUNK
		fi
	}
	:: d_step { pc == TAKE_CHUNK ->
		if
		:: chunks > 0 ->
			chunks--; GREY++;
			if :: chunks == 0 -> pc = CLOSE_RANGE :: else -> pc = TRACE fi
		:: else -> pc = TAKE_LIST
		fi
	}
	:: d_step { pc == CLOSE_RANGE -> open = 0; pc = TRACE }
	:: d_step { pc == TAKE_LIST ->
		if
		:: list > 0 -> list--; GREY++; pc = TRACE
		:: else -> pc = TAKE_PENDING
		fi
	}
	:: d_step { pc == TAKE_PENDING ->
		if
		:: pending > 0 ->       /* claimed whole: the rest is nowhere to be seen */
			GREY = GREY + pending; n = pending - 1; pending = 0;
			if :: n > 0 -> pc = PUT_BACK :: else -> pc = TRACE fi
		:: else -> n = (me == 0 -> 1 : 0); pc = STEAL
		fi
	}
	:: d_step { pc == PUT_BACK ->
		pending = pending + n; GREY = GREY - n; n = 1; owes[me] = true; back = TRACE; pc = WAKE
	}
#ifndef NO_STEAL
	:: d_step { pc == STEAL && LEN(n) >= 1 ->
		top[n] = (top[n] + 1) & WRAP; GREY++; n = 1; pc = PUT_STOLEN
	}
	:: d_step { pc == STEAL && LEN(n) >= 2 ->
		top[n] = (top[n] + 2) & WRAP; GREY = GREY + 2; n = 2; pc = PUT_STOLEN
	}
#else
	:: d_step { pc == STEAL && LEN(n) >= 1 -> n = 0; pc = LEAVE }
#endif
	:: d_step { pc == STEAL && LEN(n) == 0 ->
		n++;
		if :: n == me -> n++ :: else fi;
		if :: n >= WORKERS -> n = 0; pc = LEAVE :: else fi
	}
	:: d_step { pc == PUT_STOLEN ->
		bottom[me] = (bottom[me] + n) & WRAP; GREY = GREY - n; n = n - 1; owes[me] = true; back = TAKE_ONE;
#ifdef NO_WAKE_AFTER_STEAL
		n = 0;
#endif
		if :: n > 0 -> pc = WAKE :: else -> back = 0; pc = TAKE_ONE fi
	}
	:: d_step { pc == TAKE_ONE ->
		if
		:: LEN(me) > 0 -> bottom[me] = (bottom[me] - 1) & WRAP; GREY++
		:: else
		fi;
		owes[me] = false; pc = TRACE
	}
#ifndef THOROUGH
	/* T2 asks no more of a worker that leaves than an empty deque of its own. */
	:: d_step { pc == TAKE_CHUNK || pc == TAKE_LIST || pc == TAKE_PENDING || pc == STEAL -> n = 0; pc = LEAVE }
#endif
	:: d_step { pc == LEAVE ->
		joined--; changed(); pc = AWAIT
	}

	/* ---- await ---- */
	:: d_step { pc == AWAIT ->
		if
		:: finished -> pc = OUT
		:: else -> why = AWAIT; pc = LOOK_RANGE
		fi
	}
	:: d_step { pc == QUIET && joined == 0 && !finished ->
#ifdef LOOK_BEFORE_QUIET
		seen[me] = true; pc = FINISH
#else
		seen[me] = true; why = FINISH; pc = LOOK_RANGE
#endif
	}
	:: d_step { pc == FINISH ->
		if
#ifdef NO_ACTIVATIONS
		:: joined == 0 && !finished ->
#else
		:: seen[me] ->
#endif
			finished = true; changed();
			count();
			for (k : 0 .. WORKERS - 1) { sum = sum + held[k] }
			work_left = (sum > 0);
			assert(!work_left);
			sum = 0; owing = 0; k = 0;
#ifdef NO_WAKE_AT_END
			pc = OUT
#else
			pc = WAKE_0_LOCK
#endif
		:: else -> pc = AWAIT
		fi
	}

	/* ---- the look at every place ---- */
	:: d_step { pc == LOOK_RANGE ->
		if
		:: open > 0 -> looked(true)
		:: else -> pc = LOOK_LIST
		fi
	}
	:: d_step { pc == LOOK_LIST -> if :: list > 0 -> looked(true) :: else -> pc = LOOK_PENDING fi }
	:: d_step { pc == LOOK_PENDING -> if :: pending > 0 -> looked(true) :: else -> n = 0; pc = LOOK_BOTTOM fi }
	:: d_step { pc == LOOK_BOTTOM -> see = bottom[n]; pc = LOOK_TOP }
	:: d_step { pc == LOOK_TOP ->
		if
		:: ((see - top[n]) & WRAP) >= 1 && ((see - top[n]) & WRAP) <= CAP -> looked(true)
		:: else ->
			n++; see = 0;
			if :: n == WORKERS -> looked(false) :: else -> pc = LOOK_BOTTOM fi
		fi
	}

	/* ---- park ---- */
	:: d_step { pc == WANTED_DONE ->
		if
		:: finished && me == 0 -> pc = UNPARK
		:: finished && me != 0 -> pc = SLEEP
		:: else -> pc = WANTED_QUIET
		fi
	}
	:: d_step { pc == WANTED_QUIET ->
		if
#ifdef WANTED_FOR_QUIET
		:: joined == 0 && !finished -> pc = UNPARK
#endif
		:: else -> why = PARK; pc = LOOK_RANGE
		fi
	}
	:: d_step { pc == SLEEP ->
		fall_asleep();
#ifndef LONE
		count();
		sleeps_beside_work = (!finished && sum > 0 && owing == 0);
		assert(!sleeps_beside_work);
		sum = 0; owing = 0;
#endif
		skip
	}

#define STEPS
#include "crew.pml"

	/* ---- worker 0 between marks ---- */
	:: d_step { MARK_BEGINS ->
		awake_after_mark = (awake != 1);
		assert(!awake_after_mark);
		for (k : 0 .. WORKERS - 1) { bottom[k] = 0; top[k] = 0 }
		k = 0;
		found = ROOTS; chunks = ROOTS; open = 1; finished = false; changed();
		n = ROOTS - 1; back = JOIN;
		if :: n > 0 -> owes[me] = true; pc = WAKE :: else -> back = 0; pc = JOIN fi
	}
	od
}
