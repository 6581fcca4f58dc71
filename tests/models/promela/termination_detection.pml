// Dijkstra's token-based termination detection on a ring: white tokens, black nodes that sent work back.
// expect: states=4711 edges=15161 verdict=holds
// expect[optimise=none]: states=6954 edges=21528 verdict=holds
#define N 3
mtype = { white, black };
bool active_node[N] = true;
mtype colour[N] = white;
chan token[N] = [1] of { mtype };
bool detected;

active [N] proctype node() {
    mtype t;
    byte to;
    do
    :: active_node[_pid] && !detected ->
        if
        :: active_node[_pid] = false
        :: to = (_pid + 1) % N;
            atomic {
                active_node[to] = true;
                if
                :: to < _pid -> colour[_pid] = white
                :: to > _pid -> colour[_pid] = black
                fi;
                active_node[_pid] = false
            }
        fi
    :: !active_node[_pid] && nempty(token[_pid]) ->
        token[_pid]?t;
        if
        :: _pid == 0 && t == white && colour[0] == white -> detected = true
        :: _pid == 0 && (t == black || colour[0] == black) -> colour[0] = white; token[N - 1]!white
        :: _pid != 0 ->
            token[_pid - 1]!(colour[_pid] == black -> black : t);
            colour[_pid] = white
        fi
    :: detected -> break
    od;
    assert(!active_node[0] || !detected)
}

init {
    token[0]!black
}
