// A vending machine with several named sets of mtypes and an unnamed one in two parts.
// expect: states=190 edges=291 verdict=holds
// expect[optimise=none]: states=230 edges=347 verdict=holds
mtype = { coin, button };
mtype = { cup };
mtype:drink = { tea, coffee, soup };
mtype:state_of = { idle, paid, brewing };
chan slot = [1] of { mtype };
chan tray = [0] of { mtype:drink };
mtype:state_of st;
byte coins;

active proctype machine() {
    mtype m;
    mtype:drink d;
    st = idle;
end:
    do
    :: slot?m ->
        if
        :: m == coin && st == idle -> st = paid; coins++
        :: m == button && st == paid ->
            st = brewing;
            if
            :: d = tea
            :: d = coffee
            :: d = soup
            fi;
            tray!d;
            st = idle
        :: m == cup || (m == coin && st != idle) -> skip
        :: else -> assert(m == button)
        fi
    od
}

active proctype person() {
    mtype:drink got;
    byte rounds = 2;
    do
    :: rounds > 0 ->
        slot!coin;
        if
        :: slot!coin
        :: slot!cup
        :: true
        fi;
        slot!button;
        tray?got;
        assert(got != 0);
        printf("got %e\n", got);
        rounds--
    :: rounds == 0 -> break
    od
}
