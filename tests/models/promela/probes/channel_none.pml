// Uninitialised channel variables: every access to such a channel is an error.
// differs: SPIN continues with whatever lies where the channel would be
// expect: verdict=violated:safety
byte w; chan c; chan e = [1] of { byte };
active proctype P() { if :: w == 0 -> c = e; c!3 :: w = 1 fi; w = len(c) }
