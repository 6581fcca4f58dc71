// A d_step that comes back to where it was, after half a million rounds.
// limits: args=-m,500M seconds=8 megabytes=150 verdict=violated
int i;
active proctype P() { i = 1; d_step { do :: i > 0 -> i = (i + 1) % 1000000 + 1 :: else -> break od } }
