// Chandy and Lamport's snapshot over two processes that pay money: the recorded total is the real total.
// expect: states=5702 edges=12828 verdict=holds
// expect[optimise=none]: states=5702 edges=12828 verdict=holds
mtype = { money, marker };
chan ch[2] = [3] of { mtype, byte };
byte cash[2] = 3;
byte rec_state[2], rec_channel[2];
bool recorded[2], closed[2];

#define out ch[1 - me]
#define in ch[me]

proctype bank(byte me) {
    byte amount;
    byte payments = 2;
    do
    :: payments > 0 && cash[me] > 0 -> cash[me]--; payments--; out!money, 1
    :: me == 0 && !recorded[me] -> atomic { recorded[me] = true; rec_state[me] = cash[me]; out!marker, 0 }
    :: atomic {
            in?money, amount ->
            cash[me] = cash[me] + amount;
            if
            :: recorded[me] && !closed[me] -> rec_channel[me] = rec_channel[me] + amount
            :: else
            fi;
            amount = 0
        }
    :: atomic {
            in?marker, _ ->
            closed[me] = true;
            if
            :: !recorded[me] -> recorded[me] = true; rec_state[me] = cash[me]; out!marker, 0
            :: recorded[me]
            fi
        }
    :: closed[me] && payments == 0 && empty(in) -> break
    od
}

init {
    atomic { run bank(0); run bank(1) };
    closed[0] && closed[1];
    assert(rec_state[0] + rec_state[1] + rec_channel[0] + rec_channel[1] == 6)
}
