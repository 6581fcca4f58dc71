// Programs in the text form that tests of engine/ir share.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include "engine/ir/text.h"

namespace px::ir::samples {

struct Read {
  SourceMap sources;
  Result<Program> program = Failure();
};

inline Read read(std::string_view text, const Definitions& definitions = {}) {
  Read r;
  const FileId file = r.sources.add("test.px", std::string(text));
  r.program = read_program(r.sources, file, definitions);
  return r;
}

inline std::string messages(const Failure& failure, const SourceMap& sources) {
  std::string all;
  for (const Diagnostic& d : failure.diagnostics) all += render(d, sources);
  return all;
}

// The program of a valid text.
inline Program program(std::string_view text, const Definitions& definitions = {}) {
  Read r = read(text, definitions);
  if (!r.program.ok()) {
    ADD_FAILURE() << messages(r.program.failure(), r.sources);
    return {};
  }
  return std::move(*r.program);
}

// A text that must be rejected, and the first message: its kind, its "line:column", and a part of its text.
struct Wrong {
  std::string_view text;
  DiagnosticKind kind;
  std::string_view at;
  std::string_view message;
};

inline void expect_rejected(const Wrong& wrong, std::string_view before = {}) {
  const Read refused = read(std::string(before) + std::string(wrong.text));
  ASSERT_FALSE(refused.program.ok()) << wrong.text;
  const Diagnostic& first = refused.program.failure().diagnostics.front();
  EXPECT_EQ(first.kind, wrong.kind) << diagnostic_name(first.kind) << ": " << first.message;
  EXPECT_EQ(std::to_string(first.span.line) + ':' + std::to_string(first.span.column), wrong.at) << first.message;
  const std::string all = first.message + " | " + first.hint;
  EXPECT_NE(all.find(wrong.message), std::string::npos) << all;
}

// Every feature of the common form, at least once.
inline constexpr std::string_view kEverything = R"px(
program everything
define N = 3              # a constant
define LAST = N - 1       // and one made of it

sort User[N + 2] "m.pml":3
sort Colour { red, green, `not` }
family server = User[0..1]
family client = User[2..4] "m.pml":4:2+6

process server {
  Idle end,
  Busy atomic progress "m.pml":7,
  Odd deterministic accept,
} start Busy
process client { Wait, Go } start [Wait, Go, Wait]

var flag: [User] 0..255 = 0
var turn: [0..LAST] User none = none
var wide: -3000000000..3000000000 = -5
var any: int
growing 4 var wider: 0..3
hidden var ghost: bool = true
const owner: [Colour] User = [User#0, User#1, User#4]
var set_of_users: set[User] = {User#0, User#3}
var small: set[-2..5] = set[-2..5]{-2, 0, 5}
var trace: seq[0..9]
var names: seq[User none]
var pair: {left: User none, right: {a: 0..7, b: bool}} = [none, 3, true]
var channel: queue[4] {value: 0..9, from: User none} = [2, 5, User#1, 6, none, 0, none, 0, none]
var channels: [server] queue[2] {value: Colour}
local server.k: 0..255 = 1
local client.k: 0..255 "m.pml":9
const local client.mine: [0..1] bool = [[true, false], [false, true], [true, true]]
var colour: Colour = green
var copy_of_pair: {left: User none, right: {a: 0..7, b: bool}}

action user(p: server) at Idle -> Busy "flag[_pid] = 1" "m.pml":9
  when (forall q: User. q = p or flag[q] < server.k[p]) or turn[0] != p
  do turn[server.k[p] % N] := p
action meet(n: 0..LAST, a: server, b: client) at a: Busy -> Idle, b: Wait -> Go
  when a at server.Busy and not timeout
  do {
    server.k[a], client.k[b] := client.k[b], server.k[a];
    flag[a] += 1 "m.pml":12:4;
    flag[b] -= n;
    if flag[a] > 3 { reset pair } else if ghost { pair.right.a := 1 } else { any := -9223372036854775808 } "m.pml":13
    for u: User { wide := wide + (if u in set_of_users then 1 else 0) "m.pml":14 }
    while any < 4 limit 10 { any := any + 1 };
    let old: User none = turn[1] { turn[2] := old }
    let twice = 2 * n;
    choose c: Colour;
    colour := c;
    either { require twice > 1 } or {} or { fail "never" as assumption }
    assert colour != red as safety, "not red";
    assert len(channel) <= 4;
    fail "over";
    if n = 9 { grow 2 "a tenth" };
    push channel(1, none);
    push_sorted channel(2, a);
    pop channel;
    remove channel[len(channel) - 1];
    goto a -> server.Odd;
    print "value %d of %d\n", channel[0].value, n;
    copy_of_pair := pair;
  }
action silent(p2: User)
action ops(p: User, `if`: 0..3)
  when (sum q: User. flag[q] where flag[q] > 0) > (count q: User. flag[q] = 0)
    and (min i: 0..2. i) < (max i: 0..2. i * 2 where i != 1)
    and (exists q: client. pc(q) = 1 and enabled(q, client))
    implies card(set_of_users union {p} minus {User#1}) = 2
  do {
    any := ~any & 255 | 1 << `if` ^ 3 >> 1;
    any := -(any) - -5 / 2 * (3 % 2 - (1 - 2));
    any := wrap(any + 1, 0..255) + index(p) + -(7);
    turn[0] := element(any, User);
    small := small inter set[-2..5](`if`) union {};
    set_of_users := {};
    ghost := {p, User#2} subset set_of_users and p in {User#0} and !ghost;
    trace := seq_append(seq_prepend(1, trace), 2);
    trace := seq_concat(seq_tail(trace), seq_front(seq[0..9]{1, 2, 3}));
    any := seq_len(trace) + seq_at(trace, 0);
    trace := {};
    any := min(any, 3 - any) + (max q: 0..2. max(q, any)) * 2;
    names := seq[User none]{none, p};
    turn[1] := if ghost then none else p;
    colour := `not`
  }
invariant safe: forall p: User. turn[0] = none or flag[p] <= 255
invariant any >= 0 or any < 0
invariant let n = any + 1 then n * n > 0 and card(collect u: User. flag[u] = n) < 3
invariant (fix m = {User#0} then collect u: User. exists v: User. v in m and flag[v] = flag[u]) subset set_of_users
invariant forall s: subsets(User). s subset set_of_users or card(s) > check(any != 0, 6 / any, "any is \"zero\"")
invariant exists s: subsets(-2..5). s = small
deadlock unless any = 3
automaton never {
  state s0 initial;
  state s1 accept;
  s0 -> s1 when ghost "m.pml":40;
  s0 -> s0;
  s1 -> s1 when not ghost;
}
init {
  choose u: User;
  owner[red] := u;
}
)px";

}  // namespace px::ir::samples
