// Dekker's algorithm for two processes.
// expect: states=146 edges=274 verdict=holds
// expect[optimise=none]: states=146 edges=274 verdict=holds
bool wants[2];
byte turn;
byte inside;

active [2] proctype p() {
    do
    :: wants[_pid] = true;
        do
        :: wants[1 - _pid] ->
            if
            :: turn != _pid ->
                wants[_pid] = false;
                turn == _pid;
                wants[_pid] = true
            :: turn == _pid
            fi
        :: !wants[1 - _pid] -> break
        od;
        inside++;
        assert(inside == 1);
        inside--;
        turn = 1 - _pid;
progress:
        wants[_pid] = false
    od
}
