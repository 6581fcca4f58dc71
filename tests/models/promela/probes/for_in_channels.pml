// `for` over an array of channels iterates over its indices, over one of its channels over the messages.
// expect[optimise=none]: states=20 edges=19 verdict=holds
// expect: states=20 edges=19 verdict=holds
typedef M { byte x; byte y }; chan a[2] = [2] of { M }; byte n; active proctype P() { byte i; M m; for (i in a) { n = n + i + 1; a[i]!i,3 } for (m in a[1]) { n = n + m.x } assert(n == 4) }
