// Needham-Schroeder public key with an intruder who replays and forwards; Lowe's attack makes the last assertion fail.
// expect: states=268 edges=455 verdict=violated:assertion,violated:deadlock
// expect[optimise=none]: states=268 edges=455 verdict=violated:assertion,violated:deadlock
mtype = { m1, m2, m3, A, B, I, keyA, keyB, keyI, nA, nB, nI };
chan net = [0] of { mtype, mtype, mtype, mtype, mtype };
mtype partnerA, partnerB;
bool okA, okB;
bool knows_nA, knows_nB;

active proctype alice() {
    mtype g, pkey, pnonce;
    if
    :: partnerA = B; pkey = keyB
    :: partnerA = I; pkey = keyI
    fi;
    net!m1, partnerA, pkey, A, nA;
    net?m2, eval(A), eval(keyA), eval(nA), pnonce;
    net!m3, partnerA, pkey, pnonce, 0;
    okA = true;
    g = 0
}

active proctype bob() {
    mtype g2, g3;
    net?m1, eval(B), eval(keyB), g2, g3;
    partnerB = g2;
    net!m2, partnerB, (partnerB == A -> keyA : keyI), g3, nB;
    net?m3, eval(B), eval(keyB), eval(nB), 0;
    okB = true
}

active proctype intruder() {
    mtype kind, to, k, d1, d2;
    mtype hold_kind, hold_key, hold_d1, hold_d2;
    do
    :: atomic {
            net?kind, to, k, d1, d2;
            if
            :: k == keyI ->
                if
                :: d1 == nA || d2 == nA -> knows_nA = true
                :: else
                fi;
                if
                :: d1 == nB || d2 == nB -> knows_nB = true
                :: else
                fi
            :: else -> hold_kind = kind; hold_key = k; hold_d1 = d1; hold_d2 = d2
            fi;
            kind = 0; to = 0; k = 0; d1 = 0; d2 = 0
        }
    :: hold_kind == m2 -> net!m2, A, hold_key, hold_d1, hold_d2
    :: hold_kind == m1 -> net!m1, B, hold_key, hold_d1, hold_d2
    :: knows_nA -> net!m1, B, keyB, A, nA
    :: net!m1, B, keyB, I, nI
    :: knows_nB -> net!m3, B, keyB, nB, 0
    :: okB -> break
    od;
    assert(!(okB && partnerB == A) || partnerA == B)
}
