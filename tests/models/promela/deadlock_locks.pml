// Two resources, two processes, opposite orders: invalid end states; one process may wait at an end label.
// expect: states=473 edges=1038 verdict=violated:deadlock
// expect[optimise=none]: states=473 edges=1038 verdict=violated:deadlock
mtype = { free, taken };
mtype lock_a = free, lock_b = free;
chan work = [0] of { bit };

#define acquire(l) atomic { l == free -> l = taken }
#define release(l) l = free

active proctype one() {
    do
    :: acquire(lock_a); acquire(lock_b); work!0; release(lock_b); release(lock_a)
    :: break
    od
}

active proctype two() {
    byte n;
    do
    :: n < 3 -> acquire(lock_b); acquire(lock_a); work!1; release(lock_a); release(lock_b); n++
    :: else -> break
    od
}

active proctype machine() {
    byte done_n;
end_wait:
    do
    :: work?0 -> done_n = (done_n + 1) % 2
    :: work?1 -> done_n = 0
    od
}
