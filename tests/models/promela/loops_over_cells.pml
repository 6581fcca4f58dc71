// Loops over arrays of channels and over messages of structures; uninitialised channel fields; a jump from a label that
// another process refers to is a separate step; a process that sets its own priority.
// expect: states=78 edges=122 verdict=violated:deadlock
// expect[optimise=none]: states=82 edges=126 verdict=violated:deadlock
typedef Parcel { bit urgent; chan back }
chan inbox = [2] of { Parcel };
chan doors[3] = [1] of { byte };
byte served;

active proctype Clerk() priority 3 {
    Parcel p, seen;
    byte door, urgent;
    p.back = doors[1];
    p.urgent = 1;
    inbox!p;
    p.back = 0;
    p.urgent = 0;
    inbox!p;
    for (seen in inbox) {
        urgent = urgent + seen.urgent
    }
    for (door in doors) {
        doors[door]!door
    }
    assert(urgent == 1);
    _priority = 2;
    inbox?p;
    p.back?door;
again:
    if
    :: served < 2 -> served++; goto rest
    :: served == 2 -> goto done
    fi;
rest: goto again;
done: skip
}

active [2] proctype Watch() priority 2 {
    do
    :: Clerk[0]@rest -> served = served
    :: Clerk[0]@done -> break
    od
}
