// Two cash machines and a bank: card, secret number with three tries, withdrawal; the account never goes below zero.
// expect: states=14074 edges=31027 verdict=holds
// expect[optimise=none]: states=14142 edges=31121 verdict=holds
mtype = { check_pin, withdraw, yes, no };
chan bank_q = [0] of { mtype, byte, byte, chan };
short balance = 5;
bool blocked;
byte paid;

proctype atm(byte card) {
    chan answer = [0] of { mtype };
    byte tries, pin, amount;
    do
    :: tries < 3 ->
        if
        :: pin = 7
        :: pin = 1
        fi;
        bank_q!check_pin, card, pin, answer;
        if
        :: answer?yes -> break
        :: answer?no -> tries++
        fi
    :: tries == 3 -> blocked = true; goto out
    od;
    select (amount : 2 .. 4);
    bank_q!withdraw(card, amount, answer);
    if
    :: answer?yes -> paid = paid + amount; assert(paid <= 5)
    :: answer?no
    fi;
out:
    skip
}

active proctype bank() {
    byte what_card, x;
    chan who;
    run atm(1);
    run atm(1);
end:
    do
    :: bank_q?check_pin, what_card, x, who ->
        if
        :: x == 7 && !blocked -> who!yes
        :: else -> who!no
        fi
    :: atomic {
            bank_q?withdraw(what_card, x, who) ->
            if
            :: balance >= x -> balance = balance - x; assert(balance >= 0); who!yes
            :: balance < x -> who!no
            fi
        }
    od
}
