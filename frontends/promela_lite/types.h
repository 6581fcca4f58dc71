// Types of Promela-Lite ([DM08] 6.1.1): int, pid, and channels of tuples of types. Channel types may be recursive: a
// channel that carries channels of its own type. A type is a node; recursion is a cycle of nodes, so `rec X . chan{X}`
// and its unfolding `chan{rec X . chan{X}}` are different nodes of the same shape. Two types are equal iff no sequence
// of unfoldings distinguishes them; add() gives equal types the same id.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/ids.h"

namespace px::promela_lite {

struct TypeTag {};
using TypeId = Id<TypeTag>;

class TypeTable {
 public:
  TypeTable();

  TypeId int_type() const { return TypeId(0); }
  TypeId pid_type() const { return TypeId(1); }
  bool is_channel(TypeId type) const { return type.value >= 2; }

  // A new channel type, whose fields may be set once: they may refer to the type itself.
  TypeId begin_channel();
  void set_fields(TypeId channel, std::vector<TypeId> fields) { fields_[channel.value] = std::move(fields); }
  // The first type equal to this one; call it when all its component types are complete.
  TypeId canonical(TypeId type) const;
  // chan{fields}.
  TypeId channel_of(std::vector<TypeId> fields);

  const std::vector<TypeId>& fields(TypeId channel) const { return fields_[channel.value]; }
  bool same(TypeId a, TypeId b) const;
  // As written in a model: "chan{pid,int}", "rec X . chan{X}".
  std::string text(TypeId type) const;

 private:
  using Pairs = std::set<std::pair<TypeId, TypeId>>;
  bool same(TypeId a, TypeId b, Pairs& assumed) const;
  std::string text(TypeId type, std::vector<std::pair<TypeId, bool>>& open) const;

  std::vector<std::vector<TypeId>> fields_;  // of int and pid: none
};

}  // namespace px::promela_lite
