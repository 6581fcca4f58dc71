// The number of a channel among other numbers: in a message, in arithmetic, and as an argument.
// expect: states=34 edges=43 verdict=holds
// expect[optimise=none]: states=34 edges=43 verdict=holds
chan q = [2] of { byte };
chan d = [1] of { byte };
byte w; chan r;
proctype send(chan c; byte v) { c!v }
active proctype P() {
  q!d; q!7; q?w; r = d; assert(w == 2); r!3; q?w; d?w; assert(w == 3);
  run send(d, d + 1); d?w; assert(w == 3);
  w = r; run send(w, 9); d?w; assert(w == 9)
}
