// A d_step may take millions of steps: none of its states is kept, neither before the search nor in it.
// limits: args=-DN=1000000,-m,500M seconds=2 megabytes=120 verdict=holds
// limits: args=-DN=1000000,-m,500M,--execution,interp seconds=6 megabytes=60 verdict=holds
// limits: args=-DN=2000000000,-m,500M,--time,1s seconds=3.5 megabytes=120 verdict=incomplete
// limits: args=-DN=2000000000,-m,500M,--time,1s,--execution,interp seconds=3.5 megabytes=60 verdict=incomplete
int i;
active proctype P() { d_step { i = 0; do :: i < N -> i++ :: else -> break od } }
