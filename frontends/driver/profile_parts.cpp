#include "frontends/driver/profile_parts.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <tuple>

namespace px::driver {
namespace {

std::string count_text(uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// Where a process goes on from, for languages whose locations have names.
std::string_view atomic_remedy(LanguageId language) {
  switch (language) {
    case LanguageId::Promela: return "put it into one atomic { } with the statement before it";
    case LanguageId::Px: return "write 'atomic' behind the location, so that it is taken with the step before it";
    case LanguageId::Auto:
    case LanguageId::B:
    case LanguageId::PromelaLite:
    case LanguageId::Mcrl2: break;
  }
  return "make it one step with the one before it";
}

std::string_view growth_remedy(LanguageId language) {
  switch (language) {
    case LanguageId::B: return "bound it: a PRE or SELECT that stops at a small number, or a MOD; or a smaller set";
    case LanguageId::Mcrl2: return "bound it: a condition in front of the step that makes it larger";
    case LanguageId::Auto:
    case LanguageId::Px:
    case LanguageId::Promela:
    case LanguageId::PromelaLite: break;
  }
  return "bound it: a guard that stops at a small number, or count modulo one; or leave it out";
}

}  // namespace

std::string ProfileWords::name(ir::VariableId id) const {
  const ir::Variable& variable = program_.variables[id];
  if (!variable.owner.valid()) return variable.name;
  return program_.families[variable.owner].name + '.' + variable.name;
}

VariableProfile ProfileWords::variable(const profile::PartProfile& part) const {
  VariableProfile profile{.name = name(part.variable) + part.path,
                          .span = program_.variables[part.variable].span,
                          .cells = part.cells,
                          .bits = part.bits(),
                          .values = part.values.size(),
                          .more_values = part.values.size() >= profile::PartProfile::kMostValues,
                          .grows = part.grows};
  const ir::Type& type = program_.types[part.type];
  const bool ordered = part.is_number(program_) && !(type.kind == ir::TypeKind::Int && type.names.valid());
  if (ordered) {
    if (part.seen()) {
      profile.lo = std::to_string(part.lo);
      profile.hi = std::to_string(part.hi);
      profile.bits_of_seen = part.bits_of_seen();
    }
    profile.range = fmt::format("{}..{}", part.least(program_), part.most(program_));
  }
  return profile;
}

std::string ProfileWords::statement_text(const ir::Action& action) const {
  return action.label.empty() ? action.name : action.label;
}

std::vector<StatementProfile> ProfileWords::statements() const {
  // What one statement of the text became several actions of is one again.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, std::string, std::string>, StatementProfile> found;
  for (uint32_t a = 0; a < program_.actions.size(); ++a) {
    if (seen_.taken[a] == 0) continue;
    const ir::Action& action = program_.actions[ir::ActionId(a)];
    std::string who;
    for (const ir::Mover& mover : action.movers) {
      const ir::Family& family = program_.families[program_.locations[mover.from].family];
      who += (who.empty() ? "" : ", ") + family.name;
    }
    const std::string text = statement_text(action);
    StatementProfile& statement = found[{action.span.file.valid() ? action.span.file.value : UINT32_MAX,
                                         action.span.line, action.span.column, who, text}];
    statement.who = who;
    statement.text = text;
    statement.span = action.span;
    statement.states += seen_.made[a];
    statement.steps += seen_.taken[a];
  }
  std::vector<StatementProfile> sorted;
  for (auto& [place, statement] : found) sorted.push_back(std::move(statement));
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const StatementProfile& a, const StatementProfile& b) { return a.states > b.states; });
  return sorted;
}

Advice ProfileWords::growth(const profile::PartProfile& part) const {
  const bool at_end = part.lo == part.least(program_) && part.hi == part.most(program_);
  const bool growing = program_.variables[part.variable].growth != 0;
  std::string end;
  if (at_end) {
    end = "all that its type allows";
  } else if (growing) {
    end = "nothing in the model bounds it";
  } else {
    end = fmt::format("its type allows {}..{}", part.least(program_), part.most(program_));
  }
  return {.kind = Advice::Kind::Grows,
          .span = program_.variables[part.variable].span,
          .finding = fmt::format("'{}{}' grows with the depth: {}..{} within {}; {}", name(part.variable), part.path,
                                 part.lo, part.hi, count_text(seen_.depth(), "step", "steps"), end),
          .remedy = std::string(growth_remedy(language_))};
}

std::string ProfileWords::smaller_type_text(const profile::PartProfile& part) const {
  const std::string_view note = complete() ? "" : ", if that is all it ever holds";
  if (part.lo == part.hi) return fmt::format("write {} in its place{}", part.lo, note);
  if (language_ == LanguageId::Promela && !part.is_length) {
    const auto width = std::bit_width(static_cast<uint64_t>(part.hi));
    if (part.lo >= 0 && part.hi <= 1) return fmt::format("declare it as bit{}", note);
    if (part.lo >= 0) return fmt::format("declare it as unsigned : {}{}", width, note);
    if (part.lo >= INT16_MIN && part.hi <= INT16_MAX) return fmt::format("declare it as short{}", note);
  }
  if (part.is_length) return fmt::format("a capacity of {} is enough{}", part.hi, note);
  return fmt::format("give it the range {}..{}{}", part.lo, part.hi, note);
}

Advice ProfileWords::smaller_type(const profile::PartProfile& part) const {
  const uint64_t saved = part.bits() - part.bits_of_seen();
  const std::string range = part.lo == part.hi ? fmt::format("only ever held {}", part.lo)
                                               : fmt::format("only held {}..{}", part.lo, part.hi);
  return {.kind = Advice::Kind::SmallerType,
          .span = program_.variables[part.variable].span,
          .finding = fmt::format("'{}{}' {}: {} in a state, {} would do", name(part.variable), part.path, range,
                                 count_text(part.bits(), "bit", "bits"), part.bits_of_seen()),
          .remedy = smaller_type_text(part),
          .bits_saved = saved};
}

Advice ProfileWords::unread(const profile::UnreadPart& part) const {
  const std::vector<uint64_t> bits = bits_of_part(program_, layout_, part);
  profile::StateRows without(layout_.words());
  std::vector<uint64_t> state(layout_.words());
  for (uint32_t s = 0; s < seen_.rows.count(); ++s) {
    for (uint32_t w = 0; w < layout_.words(); ++w) state[w] = seen_.rows.row(s)[w] & ~bits[w];
    without.insert(state.data());
  }
  uint64_t width = 0;
  for (const uint64_t word : bits) width += static_cast<uint64_t>(std::popcount(word));
  std::string what = name(part.variable);
  if (part.field) what += fmt::format(": field {}", *part.field + 1);
  const double all = std::max<double>(seen_.rows.count(), 1);
  const std::string finding = part.invariants_read ? "is read by invariants only" : "is never read";
  return {.kind = Advice::Kind::Unread,
          .span = program_.variables[part.variable].span,
          .finding = fmt::format("'{}' {}", what, finding),
          .remedy = part.invariants_read ? "leave it out, and the invariants about it, where they are not in question"
                                         : "leave it out",
          .states_saved = 1 - without.count() / all,
          .bits_saved = width,
          .loses_checks = part.invariants_read};
}

Advice ProfileWords::local_wait(const profile::LocalWait& wait) const {
  std::string text;
  SourceSpan span = program_.locations[wait.location].span;
  size_t ways = 0;
  for (const ir::Action& action : program_.actions) {
    if (action.movers.empty() || action.movers.front().from != wait.location) continue;
    if (++ways > 1) continue;
    text = statement_text(action);
    if (action.span.known()) span = action.span;
  }
  if (text.size() > 40) text = text.substr(0, 37) + "...";
  const ir::Family& family = program_.families[program_.locations[wait.location].family];
  const std::string others = ways > 1 ? fmt::format(" and {}", count_text(ways - 1, "other step", "other steps")) : "";
  return {.kind = Advice::Kind::Atomic,
          .span = span,
          .finding = fmt::format("'{}'{} of {} could be atomic: no other process can tell when it is taken", text,
                                 others, family.name),
          .remedy = std::string(atomic_remedy(language_)),
          .states_saved = static_cast<double>(wait.states) / std::max<double>(seen_.rows.count(), 1)};
}

}  // namespace px::driver
