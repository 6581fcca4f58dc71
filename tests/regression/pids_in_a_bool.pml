// expect: states=49 edges=69 verdict=violated:deadlock
// A bool keeps the last bit of a process id, so that it holds no process: with id 3 the first process waits for ever.
bool g = 0;
proctype P(bit p) { (g != 1) }
proctype Q() { g = _pid }
init { run P(0); run Q(); run Q() }
