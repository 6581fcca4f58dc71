// Inline with too many arguments.
// expect: verdict=rejected
inline f(x) { x = 1 } init { byte y; f(y, 3) }
