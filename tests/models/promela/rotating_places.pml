// A token moves around three slots that are identical but declared one by one. Each option has its own locations between
// taking and putting; only rotations of the slots, together with these locations, are symmetries.
// expect: states=100 edges=204 verdict=holds
// expect[optimise=none]: states=100 edges=204 verdict=holds
// expect[strategy=canonical]: states=19 edges=42 verdict=holds
// expect[strategy=enumerate]: states=19 edges=42 verdict=holds
// expect[strategy=exact-markers]: states=19 edges=42 verdict=holds
chan a = [1] of { byte };  chan b = [1] of { byte };  chan c = [1] of { byte };

active [2] proctype mover() {
    do
    :: atomic { empty(a) && full(c) -> c?_; a!1 }; skip; skip
    :: atomic { empty(b) && full(a) -> a?_; b!1 }; skip; skip
    :: atomic { empty(c) && full(b) -> b?_; c!1 }; skip; skip
    :: atomic { empty(a) && empty(b) && empty(c) -> if :: a!1 :: b!1 :: c!1 fi }
    od
}
