// A ticket lock and a test-and-set lock guarding two resources, taken in the same order by all.
// expect: states=3832 edges=11688 verdict=holds
// expect[optimise=none]: states=38699 edges=139173 verdict=holds
unsigned next_ticket : 2;
unsigned now_serving : 2;
bit tas;
byte r1, r2;

inline ticket_lock(t) {
    atomic { t = next_ticket; next_ticket++ };
    t == now_serving
}

inline tas_lock() {
    do
    :: atomic { tas == 0 -> tas = 1; break }
    :: atomic { tas == 1 -> skip }
    od
}

active [3] proctype p() {
    byte t;
    do
    :: ticket_lock(t);
        r1++;
        assert(r1 == 1);
        tas_lock();
        r2++;
        r1--;
        now_serving++;
        assert(r2 == 1);
        r2--;
        tas = 0
    :: tas_lock();
        r2++;
        assert(r2 == 1);
        r2--;
        tas = 0
    od
}
