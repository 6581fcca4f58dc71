// Sorted sends and random receives: the trace compares the last message after a send and the first one before a receive.
// expect: states=11 edges=12 verdict=holds
// expect[optimise=none]: states=11 edges=12 verdict=holds
chan q = [3] of { byte };
active proctype P() { q!!2; q!!1; q!!3 }
active proctype Q() { byte x; q??1; q?x; q??3 }
trace { do :: q!2 :: q!3 :: q?1 :: q?2 :: q?3 od }
