/* Growth of a table while workers insert: engine/store/generations.h and the steps of decide(), move_slot() and copy_entry()
 * in engine/store/record_table.h. Must change with them.
 *
 * An old array of 2 slots, a new one of 4, one block per slot. Two workers insert KEYS keys, each all of them; a key's home is
 * 0 in both arrays (the worst case: everybody wants the same slots). Any worker may begin growth at any time. A worker that
 * meets a frozen slot, or finds growth begun, moves blocks; blocks taken by the other and not finished are moved again.
 * Checked: of all inserts of a key exactly one says "new"; at the end every key is in the new array exactly once, if
 * growth took place; nobody waits for ever.
 *
 *   spin -run growth.pml                           holds
 *   spin -DLAZY -run growth.pml                    holds: worker 1 may stop for ever in the middle of moving a block
 *   spin -DNO_FREEZE -run growth.pml               violated: empty slots are not frozen
 *   spin -DNO_SECOND_MOVE -run growth.pml          violated: blocks in others' hands are taken for moved
 */
#define OLD 2
#define NEW 4
#define KEYS 2
#define EMPTY 0
#define FROZEN 255

byte old[OLD];
byte new[NEW];
byte arrived[OLD];        /* block has been moved */
byte next_block = 0;
bool growing = false;
bool moved = false;        /* current generation is the new one */
byte told_new[KEYS + 1];   /* keys are 1..KEYS */
byte finished = 0;

inline copy(key)
{
	at = 0;
	do
	:: atomic { at < NEW && new[at] == EMPTY -> new[at] = key; break }
	:: at < NEW && new[at] == key -> break
	:: at < NEW && new[at] != EMPTY && new[at] != key -> at++
	:: at >= NEW -> assert(false)
	od
}

inline move_block(block)
{
	slot = old[block];
	if
#ifdef NO_FREEZE
	:: slot == EMPTY -> skip
#else
	:: slot == EMPTY ->
		atomic {
			slot = old[block];
			if
			:: slot == EMPTY -> old[block] = FROZEN; slot = FROZEN
			:: else
			fi
		}
#endif
	:: else
	fi;
	if
	:: slot != EMPTY && slot != FROZEN -> copy(slot)
	:: else
	fi;
	arrived[block] = 1
}

inline help_growth()
{
	do
	:: atomic { next_block < OLD -> block = next_block; next_block++ };
#ifdef LAZY
		if
		:: me == 1 -> goto asleep
		:: true
		fi;
#endif
		move_block(block)
	:: next_block >= OLD -> break
	od;
#ifndef NO_SECOND_MOVE
	block = 0;
	do
	:: block < OLD && !arrived[block] -> move_block(block)
	:: block < OLD && arrived[block] -> block++
	:: block >= OLD -> break
	od;
#endif
	moved = true
}

/* One insert of `key` into the current generation, beginning again after growth. */
inline insert(key)
{
	do
	:: !moved && !growing ->
		at = 0;
		do
		:: at < OLD ->
			slot = old[at];
			if
			:: slot == EMPTY ->
				atomic {
					slot = old[at];
					if
					:: slot == EMPTY -> old[at] = key; told_new[key]++; goto inserted
					:: else
					fi
				}
			:: else
			fi;
			if
			:: slot == key -> goto inserted
			:: slot == FROZEN -> break
			:: else -> at++
			fi
		:: at >= OLD -> growing = true; break
		od
	:: !moved && growing -> help_growth()
	:: moved ->
		at = 0;
		do
		:: slot = new[at];
			if
			:: slot == EMPTY ->
				atomic {
					slot = new[at];
					if
					:: slot == EMPTY -> new[at] = key; told_new[key]++; goto inserted
					:: else
					fi
				}
			:: else
			fi;
			if
			:: slot == key -> goto inserted
			:: else -> at++; assert(at < NEW)
			fi
		od
	od
}

proctype Worker(byte me)
{
	byte key, i, at, slot, block;
	i = 1;
	do
	:: i <= KEYS ->
		key = (me == 0 -> i : KEYS + 1 - i);
		insert(key);
inserted:
		i++;
		at = 0; slot = 0; block = 0
	:: i > KEYS -> break
	od;
asleep:
	finished++
}

/* Somebody decides that the table is loaded. */
proctype Grower()
{
	growing = true
}

init
{
	atomic { run Worker(0); run Worker(1); run Grower() };
	(finished == 2);
	byte key, at, copies;
	key = 1;
	do
	:: key <= KEYS ->
		assert(told_new[key] == 1);
		if
		:: moved ->
			copies = 0;
			at = 0;
			do
			:: at < NEW -> copies = copies + (new[at] == key -> 1 : 0); at++
			:: else -> break
			od;
			assert(copies == 1)
		:: else
		fi;
		key++
	:: else -> break
	od
}
