// A lift with a fire alarm: the alarm (unless) sends the cabin down in an atomic handler that itself may be escaped.
// expect: states=76359 edges=147649 verdict=holds
// expect[optimise=none]: states=76359 edges=147649 verdict=holds
byte floor = 1, fires;
bool alarm, false_alarm;

active proctype lift() {
    do
    :: {
            do
            :: floor < 3 -> floor++
            :: floor > 0 -> floor--
            :: floor == 3 -> break
            od
        } unless {
            alarm ->
            {
                do
                :: floor > 0 -> floor--
                :: floor == 0 -> break
                od;
                fires++;
                alarm = false
            } unless {
                atomic { false_alarm -> alarm = false; false_alarm = false }
            }
        }
    :: fires > 1 -> break
    od
}

active proctype world() {
    do
    :: atomic { !alarm -> alarm = true }
    :: atomic { alarm -> false_alarm = true }
    :: fires > 1 -> break
    od;
    assert(!false_alarm || floor < 4)
}
