// Behind these macros a condition has 256 terms: the run to the error shows the ends of its text.
// limits: args=-m,500M,--strategy,none seconds=6 megabytes=150 verdict=violated
#define A (x + y * 3 != 17)
#define B A && A && A && A
#define C B && B && B && B
#define D C && C && C && C
#define E D && D && D && D
#define F E
byte x, y;
active proctype P() {
  do
  :: F -> x++
  :: x == 5 && E -> y++
  :: y == 3 && D -> assert(x != 5)
  od
}
