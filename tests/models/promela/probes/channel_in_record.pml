// Channels declared in a record, one per instance.
// expect[optimise=none]: states=8 edges=7 verdict=holds
// expect: states=8 edges=7 verdict=holds
typedef R { chan q=[1] of {byte}; byte n }; R r[2]; byte g; active proctype A(){ r[0].q!1; r[1].q!2; r[1].q?r[0].n; r[0].q?r[1].n; g=r[0].n*10+r[1].n; assert(g==21) }
