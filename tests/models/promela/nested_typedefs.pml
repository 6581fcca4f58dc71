// A warehouse of nested records: racks with slots with items; a robot moves items between slots.
// The filler tests and fills in two steps, between which a robot may act: the assertion on the count detects this.
// expect: states=302 edges=1541 verdict=violated:assertion
// expect[optimise=none]: states=302 edges=1541 verdict=violated:assertion
typedef item { byte kind; bool used };
typedef rack { item slot[2]; unsigned count : 2 };
typedef store { rack r[2]; short moves };
store w;

inline move(a, b, c, d) {
    atomic {
        w.r[a].slot[b].used && !w.r[c].slot[d].used ->
        w.r[c].slot[d].kind = w.r[a].slot[b].kind;
        w.r[c].slot[d].used = true;
        w.r[a].slot[b].used = false;
        w.r[a].slot[b].kind = 0;
        w.r[a].count--;
        w.r[c].count++;
        w.moves = (w.moves + 1) % 5
    }
}

active proctype filler() {
    byte k = 1;
    do
    :: k <= 2 && !w.r[0].slot[k - 1].used ->
        d_step {
            w.r[0].slot[k - 1].kind = k;
            w.r[0].slot[k - 1].used = true;
            w.r[0].count++
        };
        k++
    :: k > 2 -> break
    od
}

active [2] proctype robot() {
    rack seen;
    do
    :: move(0, 0, 1, 0)
    :: move(0, 1, 1, 1)
    :: move(1, 0, 0, 1)
    :: move(1, 1, 0, 0)
    :: atomic {
            seen.count = w.r[0].count;
            assert(seen.count == w.r[0].slot[0].used + w.r[0].slot[1].used);
            seen.count = 0
        }
    od
}
