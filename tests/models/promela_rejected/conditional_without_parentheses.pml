// A conditional expression without its parentheses.
// expect: verdict=rejected
byte x; init { x = 1 -> 2 : 3 }
