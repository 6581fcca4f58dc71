// Acceptance cycles through labels, cycles without progress, processes that come late and more than once.
chan c = [1] of { byte };
byte n;
proctype W(byte k) { c!k; if :: n < 2 -> n++; run W(n) :: else fi }
active proctype P() {
  byte v;
  run W(7);
  do
  :: c?v -> progress: v = 0
  :: v == 0 -> accept: v = 1; v = 0
  :: n == 2 && _nr_pr == 1 -> break
  od;
  assert(v != 7)
}
