// Operators as SPIN's lexer finds them: --> is ->, <=< is <<, >=> is >>, !!= is !=.
// expect: states=646 edges=647 verdict=holds
// expect[optimise=none]: states=646 edges=647 verdict=holds
byte x;
init {
  do
  :: x < 3 --> x = x + 1; assert((x <=< 1) == 2 * x)
  :: x !!= 3 && x > 0 --> x = x + 2; assert((8 >=> 1) == 4)
  :: x >= 3 --> break
  od
}
