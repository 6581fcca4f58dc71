// The run to an error shows the ends of a long d_step.
// limits: args=-m,500M seconds=8 megabytes=150 verdict=violated
int i;
active proctype P() { d_step { i = 0; do :: i < 1000000 -> i++ :: else -> break od }; assert(i != 1000000) }
