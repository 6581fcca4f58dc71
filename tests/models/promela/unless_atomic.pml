// Escapes around atomic and d_step bodies, and atomic handlers; a transfer is undone when the line fails.
// expect: states=440 edges=939 verdict=holds
// expect[optimise=none]: states=536 edges=1045 verdict=holds
byte account[2] = 2;
bool broken;
byte undone;

proctype transfer(byte from; byte to) {
    byte amount;
    {
        do
        :: account[from] > 0 ->
            atomic { account[from]--; amount = 1 };
            d_step { account[to] = account[to] + amount; amount = 0 }
        :: account[from] == 0 -> break
        od
    } unless {
        atomic { broken -> account[from] = account[from] + amount; amount = 0; undone++ }
    };
    assert(account[0] + account[1] <= 4)
}

active proctype line() {
    if
    :: broken = true
    :: skip
    fi
}

init {
    atomic { run transfer(0, 1); run transfer(1, 0) };
    (_nr_pr == 2) -> assert(account[0] + account[1] == 4)
}
