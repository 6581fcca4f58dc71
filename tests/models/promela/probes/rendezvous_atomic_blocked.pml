// The receiver inside atomic blocks after the handshake: the sender does not get control back.
// expect: states=20 edges=32 verdict=holds
// expect[optimise=none]: states=26 edges=38 verdict=holds
chan r=[0] of {byte}; byte g, h; active proctype A(){ atomic { g=1; r!1; g=2; g=3 } } active proctype B(){ atomic { r?_; h==1; g=4 }; g=5 } active proctype C(){ h=1 }
