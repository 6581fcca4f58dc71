// An auction: bids wait in a queue that the auctioneer searches (for-in over a channel) for the best.
// expect: states=61336 edges=162836 verdict=violated:deadlock
// expect[optimise=none]: states=82564 edges=222232 verdict=violated:deadlock
typedef bid { byte who; byte price };
chan bids = [2] of { bid };
byte best, best_who;

proctype bidder(byte me) {
    bid b;
    b.who = me;
    do
    :: b.price < 2 ->
        b.price++;
        if
        :: nfull(bids) -> bids!b
        :: b.price > best -> skip
        fi
    :: b.price >= 1 -> break
    od
}

init {
    bid seen;
    byte looks;
    atomic { run bidder(1); run bidder(2) };
    do
    :: looks < 2 ->
        for (seen in bids) {
            if
            :: seen.price > best -> best = seen.price; best_who = seen.who
            :: else -> skip
            fi
        }
        looks++
    :: nempty(bids) -> bids?seen
    :: looks == 2 && _nr_pr == 1 && empty(bids) -> break
    od;
    assert(best <= 3 && (best == 0 || best_who > 0))
}
