// An inline that assigns to its argument, given an expression.
// expect: verdict=rejected
inline f(x) { x = 1 } init { byte y; f(y+1) }
