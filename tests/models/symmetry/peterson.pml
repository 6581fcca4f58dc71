/* Peterson's mutual exclusion for N processes: the others are tested in one step, or with -DNO_ATOMIC the result
   of the test is used later. N! permutations either way. Compile with -DN=2..12 */
#ifndef N
#define N 3
#endif

byte level[N + 1];
pid last[N + 1];
byte inside = 0;

#define below(i, k) (_pid == i || level[i] < k)
#define below_1(k) below(1, k)
#define below_2(k) (below_1(k) && below(2, k))
#define below_3(k) (below_2(k) && below(3, k))
#define below_4(k) (below_3(k) && below(4, k))
#define below_5(k) (below_4(k) && below(5, k))
#define below_6(k) (below_5(k) && below(6, k))
#define below_7(k) (below_6(k) && below(7, k))
#define below_8(k) (below_7(k) && below(8, k))
#define below_9(k) (below_8(k) && below(9, k))
#define below_10(k) (below_9(k) && below(10, k))
#define below_11(k) (below_10(k) && below(11, k))
#define below_12(k) (below_11(k) && below(12, k))
#if N == 2
#define all_below(k) below_2(k)
#elif N == 3
#define all_below(k) below_3(k)
#elif N == 4
#define all_below(k) below_4(k)
#elif N == 5
#define all_below(k) below_5(k)
#elif N == 6
#define all_below(k) below_6(k)
#elif N == 7
#define all_below(k) below_7(k)
#elif N == 8
#define all_below(k) below_8(k)
#elif N == 9
#define all_below(k) below_9(k)
#elif N == 10
#define all_below(k) below_10(k)
#elif N == 11
#define all_below(k) below_11(k)
#elif N == 12
#define all_below(k) below_12(k)
#endif

proctype user() {
    byte k;
    bool clear;
    do
    :: k = 1;
        do
        :: k < N ->
            level[_pid] = k;
            last[k] = _pid;
again:
#ifndef NO_ATOMIC
            atomic {
#endif
                clear = all_below(k);
                if
                :: clear || last[k] != _pid
                :: else -> goto again
                fi
#ifndef NO_ATOMIC
            }
#endif
            ;
            k++
        :: else -> break
        od;
        inside++;
        assert(inside == 1);
        inside--;
        level[_pid] = 0
    od
}

init {
    atomic {
        run user();
        run user();
#if N >= 3
        run user();
#endif
#if N >= 4
        run user();
#endif
#if N >= 5
        run user();
#endif
#if N >= 6
        run user();
#endif
#if N >= 7
        run user();
#endif
#if N >= 8
        run user();
#endif
#if N >= 9
        run user();
#endif
#if N >= 10
        run user();
#endif
#if N >= 11
        run user();
#endif
#if N >= 12
        run user();
#endif
    }
}
