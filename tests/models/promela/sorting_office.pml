// A sorting office: letters are put into the tray by class (!!), clerks inspect the first one (?<>), take those of their
// own district wherever they lie (?? with eval), and return what no district wants.
// expect[optimise=none]: states=66944 edges=179769 verdict=violated:deadlock
// expect: states=20484 edges=53333 verdict=violated:deadlock
mtype = { parcel, letter, express };
chan tray = [3] of { mtype, byte, bit };
byte delivered[2];
bit closed;

active proctype counter() {
    byte n;
    do
    :: n < 3 ->
        if
        :: tray!!express, n % 2, 0
        :: tray!!letter, n % 2, 1
        :: tray!!parcel((n + 1) % 2, 0)
        fi;
        n++
    :: else -> break
    od;
    closed = 1
}

active [2] proctype clerk() {
    mtype kind;
    bit urgent;
    byte district;
    do
    :: atomic { tray?<kind, district, _> -> (kind != express || district == _pid - 1) };
        if
        :: tray??kind, eval(_pid - 1), urgent -> delivered[_pid - 1]++
        :: tray??[letter, eval(2 - _pid), 1] && !urgent -> tray??letter, eval(2 - _pid), 1; tray!!letter, 2 - _pid, 0; urgent = 1
        :: else
        fi;
        kind = 0; district = 0
    :: closed && empty(tray) -> break
    :: closed && !(tray??[express]) && (delivered[0] + delivered[1] > 1) -> break
    od;
    assert(delivered[0] + delivered[1] <= 3)
}
