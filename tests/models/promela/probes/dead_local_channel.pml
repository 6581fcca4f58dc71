// A channel of a process that has terminated, reached through a message.
// expect: states=12 edges=12 verdict=holds
// expect[optimise=none]: states=12 edges=12 verdict=holds
chan up=[1] of {chan}; byte g; proctype B(){ chan mine=[1] of {byte}; mine!5; up!mine } active proctype A(){ chan c; run B(); up?c; _nr_pr==1; if :: c?g :: timeout -> g=99 fi; g=g+1 }
