// A pipeline built at run time: each stage creates a channel, starts its successor with it and forwards doubled values.
// expect: states=2201 edges=6827 verdict=holds
// expect[optimise=none]: states=2201 edges=6827 verdict=holds
#define DEPTH 3
byte sum;

proctype stage(chan input; byte level) {
    chan output = [1] of { byte };
    byte v;
    if
    :: level < DEPTH -> run stage(output, level + 1)
    :: else
    fi;
end:
    do
    :: input?v ->
        if
        :: level < DEPTH -> output!v * 2
        :: level == DEPTH -> sum = sum + v
        fi;
        v = 0
    od
}

init {
    chan source = [1] of { byte };
    run stage(source, 0);
    source!1;
    source!3;
    source!5
}
