// The channel of a process that has gone is empty: an observer that received it detects this, also under symmetry.
// expect: states=47 edges=96 verdict=violated:assertion
// expect[optimise=none]: states=47 edges=96 verdict=violated:assertion
chan reg = [1] of { chan };
byte done;
active proctype M() {
  chan c;
  reg?c;
end:
  done == 3 && empty(c);
  assert(false)
}
active proctype W() {
  chan mine = [1] of { byte };
  mine!1;
  reg!mine;
  done++
}
active [2] proctype X() {
  done++
}
