// A worker loop that an interrupt may abort anywhere (unless), nested with a second, stronger escape.
// expect: states=1200 edges=2313 verdict=holds
// expect[optimise=none]: states=1200 edges=2313 verdict=holds
byte work, interrupts, kills;
bool irq, kill_now;

active proctype worker() {
    {
        do
        :: {
                do
                :: work < 6 -> work++
                :: work > 0 -> work = work - 2 * (work > 1) - (work == 1)
                :: work >= 6 -> break
                od;
                work = 0
            } unless {
                irq -> irq = false; interrupts = (interrupts + 1) % 3
            }
        od
    } unless {
        kill_now -> kills++; work = 0
    }
    assert(kills == 1)
}

active proctype environment() {
    do
    :: !irq -> irq = true
    :: skip -> kill_now = true; break
    od
}
