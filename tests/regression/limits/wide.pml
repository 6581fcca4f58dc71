/* More states than small memory holds. Memory under these limits was 70 and 238 MiB once. */
// limits: args=-m,50M seconds=60 megabytes=82 verdict=incomplete
// limits: args=-m,200M,--store,bitstate,--max-states,3M seconds=60 megabytes=232 verdict=incomplete
// limits: args=-m,50M,--store,hash,--threads,1 seconds=60 megabytes=82 verdict=incomplete
// limits: args=-m,60M,--order,bfs seconds=60 megabytes=92 verdict=incomplete
byte a, b, c, d;

active proctype P() {
  do
  :: a++
  :: b++
  :: c++
  :: d++
  :: a == 255 && b == 255 && c == 255 && d == 255 -> break
  od
}
