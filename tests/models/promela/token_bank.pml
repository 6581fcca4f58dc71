// Accounts held as structures in messages: a message with an array field and a nested structure passes through a chain of
// dealers; inlines with results, conditional values, numbers that wrap, bit operations, a claim about progress.
// expect[optimise=none]: states=150 edges=265 verdict=violated:deadlock
// expect: states=116 edges=202 verdict=violated:deadlock
typedef Note { byte amount; bit marked };
typedef Bundle { Note top; byte rest[2] };
chan mail[3] = [1] of { mtype, Bundle, byte };
mtype = { pay, bounce };
short ledger = 32766;
unsigned flags : 3;

inline worth(b) { return b.top.amount + b.rest[0] * 2 + b.rest[1] }

active [3] proctype dealer() {
    Bundle hand;
    byte total, from;
    mtype kind;
    if
    :: _pid == 0 -> hand.top.amount = 1; hand.rest[1] = 3; mail[1]!pay, hand, _pid
    :: else
    fi;
end:
    do
    :: mail[_pid]?kind, hand, from ->
        total = worth(hand);
        atomic {
            hand.rest[_pid & 1] = (kind == pay -> hand.rest[_pid & 1] + 1 : 0);
            ledger = ledger + (total > 4 -> 1 : 0);
            flags = flags ^ (1 << _pid)
        };
        if
        :: kind == pay && total < 7 && nfull(mail[(_pid + 1) % 3]) -> progress: mail[(_pid + 1) % 3]!pay(hand, _pid)
        :: total >= 4 && _pid > 0 -> hand.top.marked = !hand.top.marked; mail[_pid - 1]!bounce, hand, from
        :: kind == bounce -> hand.top.amount = 0; total = 0
        fi;
        assert(ledger > 0 || flags > 0)
    od
}
never { do :: np_ && ledger < 0 -> break :: else od; accept: do :: np_ od }
