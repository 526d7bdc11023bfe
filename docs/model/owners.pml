/*
 * The exclusive bit of mark/internal/crew/detector.go, the closing bit of closing.go
 * beside it, and mark bits with owners: who marks
 * which references, how references travel to the owners of their bits, and how
 * a mark with both ends. Written from the text of the algorithm, not generated
 * from the source. What two workers do with one deque is in stealhalf.pml, and
 * the places where everybody may take, one by one, in termination.pml. Here all
 * these places are one, "list".
 *
 * Every row below is one step: at most one access to what others can see. What
 * an object leads to, when a worker publishes, forwards, or tries to take the
 * bit, and how long it looks before it parks are chosen freely. To mark without
 * an atomic instruction takes two steps: the word of the bitmap is loaded, then
 * it is stored.
 *
 * Each worker owns one segment. The options of crew.pml say how large a mark is.
 * With NO_PARK all are woken when a mark begins.
 *
 *   SHARED   no owners: all but the holder of the bit mark with atomic Ors, and nobody shuts
 *   NO_BIT   nobody ever takes the exclusive bit, or sets the closing bit
 *   NO_SHUT  nobody ever sets the closing bit
 *   THOROUGH a worker leaves only after it has looked where it may take, as the
 *            marker's do; without it, at any time after its memory was empty
 *
 * Wrong forms of the exclusive bit, one each:
 *
 *   JOIN_BLINDLY       join does not look at the bit
 *   LEAVE_THE_BIT      a holder leaves, and the bit stays
 *   LEAVES_WORK        a holder leaves beside work that it has published for nobody
 *   NO_LOOK            the bit is taken without a look at the list
 *   LOOK_BEFORE_LONE   the look comes before the load of the word
 *   NO_ABSORB          the new holder leaves what is on its way to others
 *
 * Wrong forms of the closing bit, one each:
 *
 *   LEAVE_SHUT         the last worker leaves, and the bit stays
 *   EXCLUDE_SHUT       a worker takes the exclusive bit, and the closing bit stays
 *   NO_REOPEN          whoever publishes for all leaves the bit as it is
 *   WAKE_THEN_REOPEN   whoever publishes for all clears the bit after it has woken others
 *   NO_LOOK_AFTER      whoever has set the bit does not look then
 *   NO_ADMIT           whoever clears the bit does not wake the owners who were refused
 *
 * Wrong forms of owners, one each:
 *
 *   TAKES_FOREIGN      a worker empties the inbox of another owner
 *   NO_WAKE_OWNER      whoever forwards wakes nobody
 *   WAKE_ANY           whoever forwards wakes some sleeper, not the owner
 *   NO_ROUSE           who sees work for others, and nobody active, wakes nobody
 *   PARKS_BESIDE       the same worker parks, and wakes nobody
 *
 * With ONLY_END it is no error to sleep beside work, as long as the mark ends.
 */

#include "crew.pml"

#if !defined(NO_BIT) && !defined(SHARED) && !defined(NO_SHUT)
#define CLOSES
#endif

bool exclusive, closing;                /* in the detector's word */

/* The places. */
byte list;                              /* everybody may take from here */
byte inbox[WORKERS];                    /* published or spilt; for one owner */

/* Private memory. No worker reads that of another. */
byte grey[WORKERS];                     /* marked, and not yet scanned */
bool ref[WORKERS];                      /* a reference in hand, about to be marked */
byte slot[WORKERS * WORKERS];           /* open slots: of worker w for owner o */
#define SLOT(w, o) slot[(w) * WORKERS + (o)]

/* The ledger, which no worker reads. */
byte writer[WORKERS];                   /* who has loaded a word of the segment, and will store it */
bool hides;                             /* the holder has published for nobody */
bool two_writers;

mtype = {
	JOIN, TRACE, MARK, MARKED, TAKE, EMPTY, SEND, ABSORB,
	TELL, PUBLISH, CALL, CALL_LOCK, CALL_OWNER,
	LONE, EXCLUDE, LEAVE, AWAIT, FINISH, SHUT, REOPEN, OPEN, ADMIT,
	LOOK_BIT, LOOK_LIST, LOOK_INBOX, ROUSE_OWNERS
};

inline asleep(beside) {
#ifndef ONLY_END
	sleeps_beside_work = (beside);
	assert(!sleeps_beside_work);
#else
	skip
#endif
}

inline owners_sleep() { /* does an owner sleep beside its inbox, and nobody is about to wake it? */
	count_owing();
	for (k : 0 .. WORKERS - 1) {
		if
		:: parked[k] && inbox[k] > 0 && owing == 0 && !exclusive && !closing && !finished && !locked -> sum = 1
		:: else
		fi
	}
	asleep(sum > 0);
	sum = 0; owing = 0; k = 0
}

inline all_sleep() {    /* do all but the active sleep beside work, and nobody is about to wake them? */
	count_owing();
	asleep(list > 0 && sleepers > 0 && joined + sleepers == WORKERS && owing == 0 && !locked && !finished);
	owing = 0
}

inline looked(yes) {    /* where a look goes on */
	n = 0;
	if
	:: why == SHUT && yes -> calls = WORKERS; pc = REOPEN
	:: why == SHUT && !yes -> owes[me] = false; pc = EMPTY
	:: why == AWAIT && yes -> pc = JOIN
	:: why == AWAIT && !yes -> pc = QUIET
	:: why == FINISH && yes -> pc = ROUSE_OWNERS
	:: why == FINISH && !yes -> pc = FINISH
	:: why == EXCLUDE && yes -> pc = TRACE
#ifdef LOOK_BEFORE_LONE
	:: why == EXCLUDE && !yes -> pc = LONE
#else
	:: why == EXCLUDE && !yes -> pc = EXCLUDE
#endif
	:: why == PARK && yes -> pc = UNPARK
	:: why == PARK && !yes -> pc = SLEEP
	fi;
	why = 0
}

#define GREY     grey[me]
#define ROUSES   (back == AWAIT || back == ADMIT)       /* it goes through all owners */
#define ROUSING  (back == AWAIT -> ROUSE_OWNERS : ADMIT)

inline find(s) {        /* a reference of segment s */
	found++; tried = false;
	if
#ifdef SHARED
	:: true -> seg = 0; ref[me] = true; back = TRACE; pc = MARK
#else
	:: s == me || alone -> seg = s; ref[me] = true; back = TRACE; pc = MARK
	:: else -> SLOT(me, s) = SLOT(me, s) + 1
#endif
	fi
}

proctype worker(byte me) {
	mtype pc = WAIT;
	mtype why = 0;          /* on whose behalf a look is taken */
	mtype back = 0;         /* where marking, sending or a wake returns to */
	byte n = 0;             /* sleepers to wake, or an owner */
	byte seg = 0;           /* the segment of the reference in hand */
	byte calls = 0;         /* sleepers to wake after the owners */
	bool alone = false;     /* it holds the bit */
	bool tried = false;     /* it has tried to take the bit, and scanned nothing since */
#ifdef FAIR_LOCK
	bool waits = false;     /* it waits for the lock */
#endif

	if :: me == 0 -> pc = RESET :: else fi;

	do
	/* ---- scan, mark, forward ---- */
	:: d_step { pc == JOIN ->
		if
		:: finished -> pc = OUT
#ifndef JOIN_BLINDLY
		:: !finished && (exclusive || closing) -> pc = QUIET    /* refused */
#endif
		:: else -> joined++; changed(); tried = false; pc = TRACE
		fi
	}
	:: d_step { pc == TRACE && GREY > 0 -> GREY = GREY - 1; tried = false }
	:: d_step { pc == TRACE && GREY > 0 && found < OBJECTS -> find(0) }
#ifndef SHARED
	:: d_step { pc == TRACE && GREY > 0 && found < OBJECTS -> find(1) }
#if WORKERS == 3
	:: d_step { pc == TRACE && GREY > 0 && found < OBJECTS -> find(2) }
#endif
#endif
	:: d_step { pc == MARK ->
		two_writers = (writer[seg] > 0);
		assert(!two_writers);
#ifdef SHARED
		if
		:: alone -> writer[seg] = me + 1; pc = MARKED
		:: else -> ref[me] = false; GREY++; pc = back; back = 0 /* an atomic Or */
		fi
#else
		writer[seg] = me + 1; pc = MARKED
#endif
	}
	:: d_step { pc == MARKED ->
		writer[seg] = 0; ref[me] = false; GREY++; seg = 0; pc = back; back = 0
	}
	:: d_step { pc == TRACE && !alone && inbox[me] > 0 ->
		inbox[me] = inbox[me] - 1; ref[me] = true; seg = me; back = TRACE; pc = MARK
	}
#ifdef TAKES_FOREIGN
	:: d_step { pc == TRACE && !alone && inbox[(me + 1) % WORKERS] > 0 ->
		n = (me + 1) % WORKERS;
		inbox[n] = inbox[n] - 1; ref[me] = true; seg = n; n = 0; back = TRACE; pc = MARK
	}
#endif
	:: d_step { pc == TRACE && SLOT(me, 0) > 0 -> n = 0; back = TRACE; pc = SEND }
	:: d_step { pc == TRACE && SLOT(me, 1) > 0 -> n = 1; back = TRACE; pc = SEND }
#if WORKERS == 3
	:: d_step { pc == TRACE && SLOT(me, 2) > 0 -> n = 2; back = TRACE; pc = SEND }
#endif
	:: d_step { pc == SEND ->
		inbox[n] = inbox[n] + SLOT(me, n); SLOT(me, n) = 0; owes[me] = true; pc = CALL
	}

	/* ---- publish ---- */
	:: d_step { pc == TRACE && GREY > 1 && !alone -> pc = PUBLISH }
	:: d_step { pc == TRACE && GREY > 1 && alone -> pc = TELL }
	:: d_step { pc == TRACE && GREY > 1 && alone -> list++; GREY = GREY - 1; hides = true }
	:: d_step { pc == TELL ->
		exclusive = false; alone = false; changed(); owners_sleep();
		owes[me] = true; hides = false;
		n = (list > 0 -> WORKERS : 0); back = PUBLISH; pc = WAKE
	}
#if defined(CLOSES) && defined(WAKE_THEN_REOPEN)
	:: d_step { pc == PUBLISH -> list++; GREY = GREY - 1; n = 1; owes[me] = true; back = REOPEN; pc = WAKE }
#elif defined(CLOSES) && !defined(NO_REOPEN)
	:: d_step { pc == PUBLISH -> list++; GREY = GREY - 1; calls = 1; owes[me] = true; pc = REOPEN }
#else
	:: d_step { pc == PUBLISH -> list++; GREY = GREY - 1; n = 1; owes[me] = true; back = TRACE; pc = WAKE }
#endif

#ifdef CLOSES
	/* ---- shut, and let others come again ---- */
	/* It has found nothing, somebody else is active, and it could not take the bit. */
	:: d_step { pc == EMPTY && !alone && joined > 1 && !exclusive && !closing && !finished ->
		closing = true; changed();
#ifndef NO_LOOK_AFTER
		owes[me] = true; why = SHUT; pc = LOOK_LIST
#endif
	}
	:: d_step { pc == REOPEN ->
		if
		:: closing -> closing = false; changed(); all_sleep(); pc = ADMIT
		:: else -> n = calls; calls = 0; back = TRACE; pc = WAKE
		fi
	}
	/* The last one has left. */
	:: d_step { pc == OPEN -> closing = false; changed(); owes[me] = true; why = LEAVE; pc = ADMIT }
	:: d_step { pc == ADMIT ->
		if
#ifdef NO_ADMIT
		:: n < WORKERS -> n = WORKERS
#else
		:: n < WORKERS && inbox[n] > 0 && n != me -> back = ADMIT; pc = CALL
		:: n < WORKERS && (inbox[n] == 0 || n == me) -> n++
#endif
		:: n == WORKERS && calls == 0 -> owes[me] = false; owners_sleep(); n = 0; back = 0; pc = (why == LEAVE -> AWAIT : TRACE); why = 0
		:: n == WORKERS && calls > 0 -> n = calls; calls = 0; back = TRACE; pc = WAKE
		fi
	}
#endif

	/* ---- wake owner n by its number ---- */
	:: d_step { pc == CALL ->
		if
#ifdef NO_WAKE_OWNER
		:: !ROUSES -> owes[me] = false; owners_sleep(); n = 0; pc = back; back = 0
		:: ROUSES && sleepers == 0 -> n++; pc = ROUSING
		:: ROUSES && sleepers > 0 -> pc = CALL_LOCK
#else
		:: sleepers == 0 && ROUSES -> n++; pc = ROUSING
		:: sleepers == 0 && !ROUSES -> owes[me] = false; owners_sleep(); n = 0; pc = back; back = 0
		:: else -> pc = CALL_LOCK
#endif
		fi
	}
	:: d_step { pc == CALL_LOCK && FREE -> LOCK; pc = CALL_OWNER }
#ifdef WAKE_ANY
	:: d_step { pc == CALL_OWNER && !ROUSES && parked[0] ->
		rouse(0); locked = false; owes[me] = false; owners_sleep(); n = 0; pc = back; back = 0
	}
	:: d_step { pc == CALL_OWNER && !ROUSES && parked[1] ->
		rouse(1); locked = false; owes[me] = false; owners_sleep(); n = 0; pc = back; back = 0
	}
#endif
	:: d_step { pc == CALL_OWNER ->
		if :: parked[n] -> rouse(n) :: else fi;
		locked = false;
		if
		:: ROUSES -> n++; pc = ROUSING
		:: else -> owes[me] = false; owners_sleep(); n = 0; pc = back; back = 0
		fi
	}

	/* ---- refill ---- */
	:: d_step { pc == TRACE && GREY == 0 && (alone || inbox[me] == 0) -> pc = TAKE }
	:: d_step { pc == TAKE ->
		if
		:: list > 0 -> list--; GREY++; pc = TRACE
		:: else -> pc = EMPTY
		fi
	}
#ifndef THOROUGH
	:: d_step { pc == TRACE && GREY == 0 && !alone -> pc = EMPTY }
#endif
#ifdef LEAVES_WORK
	:: d_step { pc == TRACE && GREY == 0 && alone -> pc = EMPTY }
#endif
	/* Before it leaves, a worker publishes its open slots. */
	:: d_step { pc == EMPTY ->
		n = 0;
		do
		:: n < WORKERS && SLOT(me, n) == 0 -> n++
		:: else -> break
		od;
		if
		:: n < WORKERS -> back = EMPTY; pc = SEND
		:: else -> n = 0; pc = LEAVE
		fi
	}
	:: d_step { pc == LEAVE ->
		joined--; changed();
		if
		:: alone ->
			alone = false; hides = false;
#ifndef LEAVE_THE_BIT
			exclusive = false; owners_sleep()
#endif
		:: else
		fi;
#ifndef LEAVE_SHUT
		if :: closing && joined == 0 -> pc = OPEN :: else -> pc = AWAIT fi
#else
		pc = AWAIT
#endif
	}

	/* ---- take the exclusive bit ---- */
#ifndef NO_BIT
	:: d_step { (pc == TRACE || pc == EMPTY) && !alone && !tried ->
		tried = true;
#ifdef LOOK_BEFORE_LONE
		why = EXCLUDE; pc = LOOK_LIST
#else
		pc = LONE
#endif
	}
#endif
	:: d_step { pc == LONE ->
		if
		:: joined == 1 && !exclusive && !finished ->
			seen[me] = true;
#if defined(NO_LOOK) || defined(LOOK_BEFORE_LONE)
			pc = EXCLUDE
#else
			why = EXCLUDE; pc = LOOK_LIST
#endif
		:: else -> pc = TRACE
		fi
	}
	:: d_step { pc == EXCLUDE ->
		if
		:: seen[me] ->
			exclusive = true; alone = true; changed();
#ifndef EXCLUDE_SHUT
			closing = false;
#endif
#ifdef NO_ABSORB
			pc = TRACE
#else
			pc = ABSORB
#endif
		:: else -> pc = TRACE
		fi
	}
	/* What is on its way is the holder's now. */
	:: d_step { pc == ABSORB ->
		n = 0;
		do
		:: n < WORKERS && SLOT(me, n) == 0 && inbox[n] == 0 -> n++
		:: else -> break
		od;
		if
		:: n == WORKERS -> pc = TRACE
		:: n < WORKERS && SLOT(me, n) > 0 -> SLOT(me, n) = SLOT(me, n) - 1; ref[me] = true; seg = n; back = ABSORB; pc = MARK
		:: else -> inbox[n] = inbox[n] - 1; ref[me] = true; seg = n; back = ABSORB; pc = MARK
		fi;
		n = 0
	}

	/* ---- await ---- */
	:: d_step { pc == AWAIT ->
		if
		:: finished -> pc = OUT
		:: else -> why = AWAIT; pc = LOOK_BIT
		fi
	}
	:: d_step { pc == QUIET && joined == 0 && !finished -> seen[me] = true; why = FINISH; pc = LOOK_LIST }
	:: d_step { pc == FINISH ->
		if
		:: seen[me] ->
			finished = true; changed();
			sum = list;
			for (k : 0 .. WORKERS - 1) { sum = sum + inbox[k] + grey[k] + ref[k] }
			for (k : 0 .. WORKERS * WORKERS - 1) { sum = sum + slot[k] }
			work_left = (sum > 0);
			assert(!work_left);
			sum = 0; k = 0;
			pc = WAKE_0_LOCK
		:: else -> pc = AWAIT
		fi
	}
	/* Something waits for somebody, and nobody is active. */
	:: d_step { pc == ROUSE_OWNERS ->
#if defined(PARKS_BESIDE)
		n = 0; pc = OUT
#elif defined(NO_ROUSE)
		n = 0; pc = AWAIT
#else
		if
		:: n == WORKERS -> n = 0; back = 0; pc = AWAIT
		:: n < WORKERS && inbox[n] > 0 && n != me -> back = AWAIT; pc = CALL
		:: else -> n++
		fi
#endif
	}

	/* ---- looks ---- */
	:: d_step { pc == LOOK_BIT -> if :: exclusive || closing -> looked(false) :: else -> pc = LOOK_LIST fi }
	:: d_step { pc == LOOK_LIST ->
		if
		:: list > 0 -> looked(true)
		:: list == 0 && (why == EXCLUDE || why == SHUT) -> looked(false)
		:: else -> n = (why == FINISH -> 0 : me); pc = LOOK_INBOX
		fi
	}
	:: d_step { pc == LOOK_INBOX ->
		if
		:: inbox[n] > 0 -> looked(true)
		:: inbox[n] == 0 && why == FINISH && n + 1 < WORKERS -> n++
		:: else -> looked(false)
		fi
	}

	/* ---- park ---- */
	:: d_step { pc == WANTED_DONE ->
		if
		:: finished && me == 0 -> pc = UNPARK
		:: finished && me != 0 -> pc = SLEEP
		:: else -> why = PARK; pc = LOOK_BIT
		fi
	}
	:: d_step { pc == SLEEP ->
		fall_asleep();
		count_owing();
		asleep(!finished && owing == 0 && (list > 0 && !hides || inbox[me] > 0 && !exclusive && !closing));
		owing = 0
	}

#define STEPS
#include "crew.pml"

#ifdef FAIR_LOCK
	:: d_step { !waits && (pc == WAKE_LOCK || pc == CALL_LOCK || pc == WAKE_0_LOCK || pc == PARK || pc == DRAIN) ->
		line!me; waits = true
	}
#endif

	/* ---- worker 0 between marks ---- */
	/* A mark begins. Worker 0 is active, and the others are parked. */
	:: d_step { MARK_BEGINS ->
		awake_after_mark = (awake != 1);
		assert(!awake_after_mark);
		found = ROOTS; list = ROOTS; finished = false; joined = 1; changed(); tried = false;
#ifdef NO_BIT
		n = ROOTS - 1; owes[me] = true;
#else
		exclusive = true; alone = true; hides = true;
#endif
#ifdef NO_PARK
		n = WORKERS;
#endif
		if :: n > 0 -> back = TRACE; pc = WAKE :: else -> owes[me] = false; pc = TRACE fi
	}
	od
}
