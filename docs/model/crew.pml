/*
 * What termination.pml and owners.pml share: the detector's word, the lobby of
 * mark/internal/crew/lobby.go, and how workers wake one another, park, and drain
 * between marks. Both include this file twice: for what is declared, and with
 * STEPS in the loop of a worker, for the steps.
 *
 *   WORKERS   2 or 3 (default 2)
 *   OBJECTS   objects that a mark finds, at most (default 3)
 *   ROOTS     chunks of the root range, or references in the list, when a mark
 *             begins (default 1)
 *   MARKS     0: without end; 1: one mark, for the check that it ends (default 0)
 *   NO_PARK   idle workers look again and again, as --idle spin, yield and backoff do
 *   FAIR_LOCK the lock of the lobby is given to those who wait, in their order;
 *             without it, to any of them
 */

#ifndef STEPS

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef OBJECTS
#define OBJECTS 3
#endif
#ifndef ROOTS
#define ROOTS 1
#endif
#ifndef MARKS
#define MARKS 0
#endif

/* The detector's word. seen[w]: the word is as w has loaded it. Activations never
   come round again. */
bool finished;
byte joined;
bool seen[WORKERS];

/* The lobby. */
bool locked;
byte sleepers, awake;
bool parked[WORKERS], token[WORKERS];
bool draining, drained;
#ifdef FAIR_LOCK
chan line = [WORKERS] of { byte };       /* who waits for the lock */
#define FREE     (!locked && line?[eval(me)])
#define LOCK     locked = true; line?eval(me); waits = false
#else
#define FREE     !locked
#define LOCK     locked = true
#endif

#define MARK_BEGINS  (pc == RESET && (MARKS == 0 || !finished))

/* The ledger, which no worker reads. */
byte found;                     /* objects found in this mark */
bool owes[WORKERS];             /* published, and not yet done waking for it */
bool work_left;
bool sleeps_beside_work;
bool awake_after_mark;

byte k, sum, owing;             /* scratch, 0 between steps */

mtype = {
	WAKE, WAKE_LOCK, ROUSE, QUIET, WAKE_0_LOCK, WAKE_0,
	OUT, PARK, WANTED_DONE, SLEEP, UNPARK, WAIT, BACK, DRAIN, DRAIN_WAIT, RESET, OVER
};

inline changed() {      /* the detector's word */
	for (k : 0 .. WORKERS - 1) { seen[k] = false }
	k = 0
}

inline count_owing() {
	for (k : 0 .. WORKERS - 1) { owing = owing + owes[k] }
	k = 0
}

inline rouse(w) {
	parked[w] = false; sleepers = sleepers - 1; awake = awake + 1; token[w] = true
}

inline fall_asleep() {
	awake--;
	if :: draining && awake <= 1 -> draining = false; drained = true :: else fi;
	locked = false; pc = WAIT
}

init {
	atomic {
		byte w = 1;
		awake = 1;
		do
		:: w < WORKERS -> parked[w] = true; sleepers++; run worker(w); w++
		:: else -> break
		od;
		w = 0;
		run worker(0)
	}
}

#if MARKS == 1
ltl ends { <> finished }
#endif

#else

	/* ---- wake n sleepers ---- */
	:: d_step { pc == WAKE ->
		if
		:: sleepers == 0 || n == 0 -> owes[me] = false; n = 0; pc = back; back = 0
		:: else -> pc = WAKE_LOCK
		fi
	}
	:: d_step { pc == WAKE_LOCK && FREE -> LOCK; pc = ROUSE }
	:: d_step { pc == ROUSE && n > 0 && parked[0] -> rouse(0); n = n - 1 }
	:: d_step { pc == ROUSE && n > 0 && parked[1] -> rouse(1); n = n - 1 }
#if WORKERS == 3
	:: d_step { pc == ROUSE && n > 0 && parked[2] -> rouse(2); n = n - 1 }
#endif
	:: d_step { pc == ROUSE && (n == 0 || sleepers == 0) ->
		locked = false; owes[me] = false; n = 0; pc = back; back = 0
	}

	/* ---- idle, and the mark goes on: spin or park ---- */
	:: d_step { pc == QUIET && (joined > 0 || finished) -> pc = AWAIT }
#ifndef NO_PARK
	:: d_step { pc == QUIET && (joined > 0 || finished) -> pc = OUT }
#endif
	:: d_step { pc == OUT && me == 0 && finished -> pc = DRAIN }
	:: d_step { pc == OUT && !(me == 0 && finished) -> pc = PARK }
	:: d_step { pc == PARK && FREE ->
		LOCK;
		parked[me] = true; sleepers++;
		pc = WANTED_DONE
	}
	:: d_step { pc == UNPARK ->
		parked[me] = false; sleepers--;
		locked = false; pc = BACK
	}
	:: d_step { pc == WAIT && token[me] -> token[me] = false; pc = BACK }
	:: d_step { pc == BACK && me == 0 && finished -> pc = DRAIN }
	:: d_step { pc == BACK && !(me == 0 && finished) -> pc = JOIN }

	/* ---- the mark has ended: wake worker 0, which waits until the others sleep ---- */
	:: d_step { pc == WAKE_0_LOCK && FREE -> LOCK; pc = WAKE_0 }
	:: d_step { pc == WAKE_0 ->
		if :: parked[0] -> rouse(0) :: else fi;
		locked = false; pc = OUT
	}
	:: d_step { pc == DRAIN && FREE ->
		LOCK; locked = false;
#ifdef NO_DRAIN
		pc = RESET
#else
		if
		:: awake > 1 -> draining = true; pc = DRAIN_WAIT
		:: else -> pc = RESET
		fi
#endif
	}
	:: d_step { pc == DRAIN_WAIT && drained -> drained = false; pc = RESET }
#if MARKS == 1
	:: d_step { pc == RESET && finished -> pc = OVER }
	:: pc == OVER -> progress: skip
#endif

#endif
