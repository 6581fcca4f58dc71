// expect: states=15 edges=15 verdict=holds
// expect[optimise=none]: states=13 edges=14 verdict=holds
// A step that is merged with the receive of a rendezvous sees the sender as the last process that moved.
bit g1;
chan c3 = [0] of { byte };

active proctype P4() {
   g1 = ((g1 * g1) + _last);
   c3!1
}

active proctype P7() {
   bool v8;
   skip;
   v8 = g1;
   atomic {
      c3?1;
      g1 = ((v8 < 1) -> _pid : (g1 * _last))
   }
}
