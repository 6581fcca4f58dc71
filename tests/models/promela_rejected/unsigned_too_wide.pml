// unsigned of more than 32 bits.
// expect: verdict=rejected
unsigned u:33; init { u=1 }
