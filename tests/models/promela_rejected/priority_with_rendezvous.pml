// Priorities and rendezvous channels exclude each other.
// expect: verdict=rejected
chan c=[0] of {byte}; active proctype A() priority 3 { c!1 } active proctype B(){ c?_ }
