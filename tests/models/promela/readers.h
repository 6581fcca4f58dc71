/* Included by include_macros.pml: a lock as macros, and a feature switch. */
#ifndef READERS_H
#define READERS_H
#define LOCK(m) atomic { (m) == 0 -> m = 1 }
#define UNLOCK(m) m = 0
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define JOIN(x, y) x##y
#endif
