// A Kahn network over bounded queues: a source is split, both halves are processed, and merged alternately.
// expect: states=5299 edges=19229 verdict=holds
// expect[optimise=none]: states=6025 edges=21829 verdict=holds
// expect[strategy=none,por=on]: states=56 edges=55 verdict=holds
#ifndef TOKENS
#define TOKENS 4
#endif

chan fed = [2] of { byte };
chan even = [2] of { byte };
chan odd = [2] of { byte };
chan doubled = [2] of { byte };
chan raised = [2] of { byte };
chan merged = [2] of { byte };

active proctype feed() {
    byte i;
    do
    :: i < TOKENS -> fed!i; i++
    :: i == TOKENS -> break
    od
}

active proctype split() {
    byte token;
end:
    do
    :: fed?token -> even!token;
       fed?token -> odd!token
    od
}

active proctype twice() {
    byte token;
end:
    do
    :: even?token -> token = 2 * token; doubled!token
    od
}

active proctype plus() {
    byte token;
end:
    do
    :: odd?token -> token = token + 10; raised!token
    od
}

active proctype merge_both() {
    byte token;
end:
    do
    :: doubled?token -> merged!token;
       raised?token -> merged!token
    od
}

active proctype result() {
    byte token, i;
    do
    :: i < TOKENS ->
        merged?token;
        assert(token == (i % 2 == 0 -> 2 * i : i + 10));
        i++
    :: i == TOKENS -> break
    od
}
