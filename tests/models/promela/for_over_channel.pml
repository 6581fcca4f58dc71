// A clerk visits all messages waiting in a channel (for-in) without losing any, while one more may arrive.
// expect: states=946 edges=1282 verdict=holds
// expect[optimise=none]: states=988 edges=1355 verdict=holds
typedef order { byte id; byte amount };
chan orders = [3] of { order };
byte sum;

active proctype customer() {
    order mine;
    mine.id = 1;
    mine.amount = 2;
    orders!mine;
    d_step { mine.id = 2; mine.amount = 3 };
    orders!mine;
    d_step { mine.id = 3; mine.amount = 1 };
    orders!mine
}

active proctype clerk() {
    order o;
    byte rounds;
    do
    :: rounds < 2 ->
        for (o in orders) {
            sum = (sum + o.amount) % 8
        }
        rounds++
    :: else -> break
    od;
    if
    :: orders?o -> assert(len(orders) <= 2)
    :: empty(orders)
    fi
}
