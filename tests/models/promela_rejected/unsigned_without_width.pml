// unsigned without a width.
// expect: verdict=rejected
unsigned u; init { u=1 }
