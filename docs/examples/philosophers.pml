/* Philosophers around a table: each takes the fork on the left, then the one on the right. All can take the left one. */
#define N 4

bool taken[N];

active [N] proctype philosopher() {
    byte left = _pid, right = (_pid + 1) % N;
    do
    :: atomic { !taken[left] -> taken[left] = true };
       atomic { !taken[right] -> taken[right] = true };
eating:
       taken[left] = false;
       taken[right] = false
    od
}
