// eval outside a receive.
// expect: verdict=rejected
byte x; init { x=eval(3) }
