// A variable for process numbers that computed numbers reach, too: below 0, beyond the last process, and within.
// expect: states=29 edges=46 verdict=holds
// expect[optimise=none]: states=64 edges=111 verdict=holds
active [2] proctype P() {
  byte p = _pid, q, r, s = 255;
  q = _pid - 1;
  r = (p * 4 + 7);
  s = (p == 0 -> s : _pid);
  if :: q == p -> skip :: r == _pid -> skip :: s == _pid -> skip :: else fi;
  if :: q == 255 -> q = 1 - _pid :: else -> assert(q == 0) fi
}
