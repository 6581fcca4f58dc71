
proctype P14(bit p0) {
   skip;
   p0 = _priority
}

init {
   run P14(1)
}
