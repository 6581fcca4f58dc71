// Transfers over a rendezvous bus: the handshake passes atomicity to the receiver, whose d_step works inside an outer
// atomic sequence; an else option shows that no process listens, an escape ends a transfer that waits too long.
// expect[optimise=none]: states=3444 edges=9660 verdict=holds
// expect: states=3444 edges=9660 verdict=holds
mtype = { read, write };
chan bus = [0] of { mtype, byte, byte };
chan ack = [0] of { byte };
byte memory[2];
byte failures;

active [2] proctype master() {
    byte got, tries;
again:
    atomic {
        if
        :: bus!write(_pid & 1, _pid + 1)
        :: bus!read, 1 - (_pid & 1), 0
        :: else -> tries++; goto check
        fi;
        { ack?got } unless { failures > 1 && tries > 0 -> got = 9 }
    };
    d_step {
        if
        :: got > 3 -> failures++
        :: else -> skip
        fi;
        got = 0
    };
check:
    if
    :: tries < 2 -> goto again
    :: else
    fi
}

active proctype slave() {
    mtype op;
    byte address, value;
end:
    do
    :: atomic {
            bus?op, address, value;
            d_step {
                if
                :: op == write -> memory[address] = value; value = 0
                :: op == read -> value = memory[address]
                fi;
                address = 0; op = 0
            };
            ack!value;
            atomic { value = 0; assert(memory[0] != 1 || memory[1] != 1) }
        }
    :: failures < 2 -> failures++
    od
}
