// Processes that may run only when a scheduler's variable permits it (provided), with a preemptive interrupt handler.
// expect: states=180 edges=255 verdict=holds
// expect[optimise=none]: states=225 edges=315 verdict=holds
byte turn, ticks;
bool in_irq;

active proctype a() provided (turn == 0 && !in_irq) {
    byte x;
    do
    :: x < 4 -> x++
    :: x > 0 -> x = 0; turn = 1
    od
}

active proctype b() provided (turn == 1 && !in_irq) {
    byte y = 3;
    do
    :: y > 0 -> y--
    :: y < 3 -> y = 3; turn = 0
    od
}

active proctype irq() {
    do
    :: atomic { !in_irq -> in_irq = true };
        ticks = (ticks + 1) % 3;
        in_irq = false
    od
}
