// There are no hexadecimal numbers.
// expect: verdict=rejected
init { byte x = 0x1f; x = 1 }
