// Line ends: braces on lines of their own, statements without semicolons, conditions and calls over several lines.
// expect: states=4490 edges=11410 verdict=holds
// expect[optimise=none]: states=4490 edges=11410 verdict=holds
byte turns, last
mtype = { ping,
	pong }
chan link = [1] of { mtype,
	byte }
typedef Score
{
	byte won
	byte lost
}
Score score

inline note(who)
{
	last = who
	turns++
}

inline lose(s)
{	s.lost =
		s.lost + 1 }

proctype Server(byte limit; byte me) provided (turns < 9)
{
	byte i
	for (i : 1 .. limit)
	{
		link!ping,
			i
		note(me)
	}
	if
	:: turns > 2
	   -> score.won++
	:: else
	   ->
		lose(score)
	fi
}

active proctype Client() priority 1
{	byte got;
	do
	:: link?ping(got)
		atomic
		{
			note(0)
			last = got
		}
		assert(got < 4 ||
			last == 0)
	:: (turns >
		7)
		-> break
	:: timeout ->
		break
	od
	last = 0
	d_step
	{
		got = 0
		last = (got
			+ 0)
	}
	{
		score.won = 1
	}
	unless
	{
		score.lost == 9
	}
	goto end
end:	skip
}

init
{
	atomic
	{
		run Server(2,
			1)
		run Server(2, 2)
	}
}
