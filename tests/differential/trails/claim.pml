chan c = [0] of { byte }; byte n;
proctype Q(byte k) { c?n; n = n + k }
init { atomic { run Q(1); run Q(2) }; c!3; c!4; (n == 9) }
never { T0: do :: n == 5 -> goto acc :: else od; acc: skip }
