/* Termination detection of the work-stealing frontier: engine/frontier/termination.h and the order of steps in
 * WorkStealingFrontier::take (engine/frontier/work_stealing.h). Must change with them.
 *
 * Each of WORKERS workers has a deque, here only the number of chunks in it. Expanding a chunk may produce new ones, as long as
 * the BUDGET of the whole search lasts. Checked: a worker leaves only when no chunk exists any more, in a deque or in
 * anybody's hands (assertion), and all workers leave (no invalid end state).
 *
 *   spin -run termination.pml                                holds
 *   spin -DSTEAL_WHILE_IDLE -run termination.pml             violated: a thief is counted idle while it steals
 *   spin -DWITHDRAW_ALWAYS -run termination.pml              holds: that the last declaration is final is not needed
 */
#ifndef WORKERS
#define WORKERS 3
#endif
#ifndef BUDGET
#define BUDGET 3
#endif

byte deque[WORKERS];    /* chunks published by each worker */
bool holds[WORKERS];    /* whether it is expanding a chunk */
byte budget = BUDGET;   /* chunks that may still be produced */
byte idle = 0;

inline nothing_left()
{
	byte w;
	w = 0;
	do
	:: w < WORKERS -> assert(deque[w] == 0 && !holds[w]); w++
	:: else -> break
	od
}

/* declare_idle(): one step; true for the one who completes the count. */
inline declare_idle(over)
{
	atomic { idle++; over = (idle == WORKERS) }
}

/* withdraw(): fails once the count is complete. The load and the compare-and-swap that follows are one step, because
 * the compare-and-swap fails unless the count is still as loaded. */
inline withdraw(over)
{
#ifdef WITHDRAW_ALWAYS
	atomic { over = false; idle-- }
#else
	atomic {
		if
		:: idle == WORKERS -> over = true
		:: else -> over = false; idle--
		fi
	}
#endif
}

inline steal(found)
{
	byte victim;
	found = false;
	victim = 0;
	do
	:: victim < WORKERS && !found ->
		atomic {
			if
			:: victim != me && deque[victim] > 0 -> deque[victim]--; holds[me] = true; found = true
			:: else
			fi
		};
		victim++
	:: else -> break
	od
}

inline somebody_has_work(seen)
{
	byte other;
	seen = false;
	other = 0;
	do
	:: other < WORKERS && !seen -> seen = (deque[other] > 0); other++
	:: else -> break
	od
}

inline expand()
{
	do
	:: atomic { budget > 0 -> budget--; deque[me]++ }   /* publishes a chunk */
	:: break
	od;
	holds[me] = false
}

proctype Worker(byte me)
{
	bool over, found, seen;
	do
	:: true ->
		/* take: own deque first, then one round of stealing */
		atomic {
			if
			:: deque[me] > 0 -> deque[me]--; holds[me] = true
			:: else
			fi
		};
		if
		:: holds[me] -> skip
		:: else -> steal(found)
		fi;
		if
		:: holds[me] -> expand()
		:: else ->
			/* wait_for_work */
			declare_idle(over);
			do
			:: over || idle == WORKERS -> over = true; break
			:: else ->
				somebody_has_work(seen);
				if
				:: seen ->
#ifdef STEAL_WHILE_IDLE
					steal(found);
					if
					:: found -> atomic { idle--; break }
					:: else
					fi
#else
					withdraw(over);
					if
					:: over -> break
					:: else
					fi;
					steal(found);
					if
					:: found -> break
					:: else
					fi;
					declare_idle(over)
#endif
				:: else
				fi
			od;
			if
			:: over -> break
			:: else -> expand()
			fi
		fi
	od;
	/* `over` is true: nothing may be left anywhere */
	atomic { nothing_left() }
}

init
{
	byte w;
	atomic {
		deque[0] = 1;
		budget--;
		w = 0;
		do
		:: w < WORKERS -> run Worker(w); w++
		:: else -> break
		od
	}
}
