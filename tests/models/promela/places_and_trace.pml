// Guests at two identical dishes write into a book, which a trace assertion observes. The location from which a guest writes determines
// which dish it had.
// expect: states=163 edges=550 verdict=holds
// expect[optimise=none]: states=163 edges=550 verdict=holds
// expect[strategy=canonical]: states=61 edges=206 verdict=holds
// expect[strategy=enumerate]: states=61 edges=206 verdict=holds
// expect[strategy=exact-markers]: states=63 edges=213 verdict=holds
chan red = [2] of { byte };  chan green = [2] of { byte };  chan book = [1] of { byte };

proctype cook() { do :: red!1 :: green!1 od }
proctype guest() { do :: red?1; book!1 :: green?1; book!1 od }
active proctype reader() { do :: book?_ od }
trace { do :: book!1; book?1 od }
init { atomic { run guest(); run guest(); run cook() } }
