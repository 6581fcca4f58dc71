// A variable as the length of an array, a value for a structure, numbers beyond an int.
// expect: states=85 edges=91 verdict=holds
// expect[optimise=none]: states=85 edges=91 verdict=holds
typedef T { byte f = 3; int g };
int n = 3;
byte k;
byte a[n];
byte b[k];
T t = 255;
T u[2] = 7;
int big = 4294967295;
int bigger = 99999999999;
init {
  byte own[n];
  k = 7;
  do
  :: k > 0 -> b[k] = k; k--
  :: a[2] == 0 -> a[2] = t.f + u[1].f + t.g; own[2] = a[2]
  :: own[2] == 6 -> break
  od;
  assert(big == -1 && bigger == 1215752191 && own[2] == 6)
}
