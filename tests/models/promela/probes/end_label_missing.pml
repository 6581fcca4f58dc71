// A label in front of the loop counts for its head only, not for the middle of an option.
// expect: states=8 edges=8 verdict=violated:deadlock
// expect[optimise=none]: states=8 edges=8 verdict=violated:deadlock
chan c=[0] of {byte}; byte g; active proctype A(){ end: do :: c?_ -> g=1; c?_ od } active proctype B(){ c!1; c!2; c!3 }
