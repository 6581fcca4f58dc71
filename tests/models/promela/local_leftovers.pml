// Processes terminate with a message in a channel of their own. It disappears with them, unless a younger process stays forever at a
// valid end state: then they cannot disappear, and pan -q counts their messages.
// expect: states=23 edges=34 verdict=holds
// expect[optimise=none]: states=23 edges=34 verdict=holds
// expect[empty-channels-at-end=on]: states=23 edges=34 verdict=holds
// expect[define=STAYS=1,empty-channels-at-end=on]: states=17 edges=25 verdict=violated:deadlock
// expect[strategy=canonical,empty-channels-at-end=on]: states=23 edges=34 verdict=holds
byte sent;

proctype Leaver() {
  chan own = [2] of { byte };
  own!1;
  assert(sent < 2);
  sent++
}

proctype Stayer() {
end:
  sent > 2
}

init {
  atomic {
    run Leaver();
    run Leaver()
#ifdef STAYS
    ;
    run Stayer()
#endif
  }
}
