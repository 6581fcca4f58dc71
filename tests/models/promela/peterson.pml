// Peterson's mutual exclusion for N processes, as in figure 3 of [BDLM09], for any N.
// expect: states=2636 edges=7906 verdict=holds
// expect[optimise=none]: states=11318 edges=33952 verdict=holds
// expect[define=N=4]: states=60577 edges=242305 verdict=holds
// expect[define=N=4,optimise=none]: states=542921 edges=2171681 verdict=holds
// expect[define=N=4,strategy=flooding]: states=60577 edges=12421 verdict=holds
// expect[define=N=5]: states=1557370 edges=7786846 verdict=holds
#ifndef N
#define N 3
#endif
#if N < 3 || N > 9
#error "N from 3 to 9"
#endif

byte flag[N + 1] = 0;
pid turn[N] = 0;
byte inCR = 0;

#define behind(i, k) ((_pid == i) || (_pid != i && flag[i] < k))
#define behind_3(k) (behind(1, k) && behind(2, k) && behind(3, k))
#define behind_4(k) (behind_3(k) && behind(4, k))
#define behind_5(k) (behind_4(k) && behind(5, k))
#define behind_6(k) (behind_5(k) && behind(6, k))
#define behind_7(k) (behind_6(k) && behind(7, k))
#define behind_8(k) (behind_7(k) && behind(8, k))
#define behind_9(k) (behind_8(k) && behind(9, k))
#if N == 3
#define all_behind(k) behind_3(k)
#elif N == 4
#define all_behind(k) behind_4(k)
#elif N == 5
#define all_behind(k) behind_5(k)
#elif N == 6
#define all_behind(k) behind_6(k)
#elif N == 7
#define all_behind(k) behind_7(k)
#elif N == 8
#define all_behind(k) behind_8(k)
#else
#define all_behind(k) behind_9(k)
#endif

proctype user() {
    byte k;
    bool ok;
    do
    :: k = 1;
        do
        :: k < N ->
            flag[_pid] = k;
            turn[k] = _pid;
again:      atomic {
                ok = all_behind(k);
                if
                :: ok || turn[k] != _pid
                :: else -> goto again
                fi
            };
            k++
        :: else -> break
        od;
        atomic { inCR++; assert(inCR == 1) };
        inCR--;
        flag[_pid] = 0
    od
}

init {
    atomic {
        run user(); run user(); run user();
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
    }
}
