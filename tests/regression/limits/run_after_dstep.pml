// The look at the first states, which tells what processes there are, does not follow a long d_step to its end.
// limits: args=-m,500M,--time,1s seconds=3.5 megabytes=120 verdict=incomplete
int i;
proctype Q() { i = 1 }
init { d_step { i = 0; do :: i < 2000000000 -> i++ :: else -> break od }; run Q() }
