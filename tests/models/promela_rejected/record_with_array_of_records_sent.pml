// A record with an array of records cannot be a message.
// expect: verdict=rejected
typedef P {byte x}; typedef T {P p[2]}; chan c=[1] of {T}; init { T t; c!t }
