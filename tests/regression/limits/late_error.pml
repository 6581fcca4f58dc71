/* An error that is met when memory is nearly full: the search for the run to it has to keep within the limit, too. This took
   186 MiB of 150 once. */
// limits: args=-m,150M seconds=120 megabytes=182 verdict=violated
// limits: args=-m,150M,--order,bfs seconds=120 megabytes=182 verdict=violated
// limits: args=-m,150M,--store,hash,--threads,1 seconds=120 megabytes=182 verdict=violated
byte a, b, c;

active proctype P() {
  do
  :: a < 255 -> a++
  :: b < 255 -> b++
  :: c < 60 -> c++
  :: a == 255 && b == 255 && c == 60 -> assert(false)
  od
}
