// A conditional expression needs its parentheses.
// expect: verdict=rejected
byte x; init { x = 1 -> 2 : 3 }
