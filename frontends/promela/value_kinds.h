// The meaning of the integers of a model: plain numbers, processes, or channels.
//
// Promela represents process ids and channels by numbers: `byte next; next = (_pid + 1) % N` computes with them, but
// most models only copy them, compare them for equality and index arrays by them. Where this provably holds, the
// Program gets a sort element instead of a number, and symmetry becomes visible.
//
// Method: the type reconstruction of [DM08] as unification. Every place that can hold a scalar (a variable, a field of
// a typedef, the index of an array, each field of the messages of a channel) is a node; assignments, parameters,
// messages, and comparisons for equality unify nodes; channels unify with the messages they carry, recursively. (Two
// channels that are only compared stay apart: the comparison says nothing about their messages.) A class of nodes holds
// processes if a process id flows into it (_pid, run, _last), its members are not used in arithmetic, computed values
// that flow into it are process ids in every state, and all ids fit its members (a bool would keep only the last bit);
// it holds channels if one of its members is declared or initialised as a channel. Unlike [DM08], nothing has to be
// declared `pid`; arithmetic does not make the model ill-typed but only makes the class plain, and its place is
// recorded for the report.
//
// If a place holds both channels and other numbers, the number of a channel is significant. Then all places of channels
// form one class of plain numbers, since a number may name any channel.
//
// Cost: almost linear in the size of the model.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontends/promela/model.h"
#include "frontends/promela/value_range.h"

namespace px::promela {

enum class ValueKind : uint8_t { Plain, Process, Channel };

class ValueKinds {
 public:
  explicit ValueKinds(const Model& model);

  // A node of the analysis; valid ids come from the functions below.
  using Node = uint32_t;
  Node of_variable(VariableId variable) const { return variable.value; }
  Node of_variable_index(VariableId variable) const;
  Node of_field(StructureId structure, uint32_t field) const;
  Node of_field_index(StructureId structure, uint32_t field) const;
  // The node of the innermost component of a place, and of field `field` of the messages of a channel.
  Node of_place(const Place& place) const;
  Node of_message(Node channel, uint32_t field) const;

  // The kind of a node if processes are numbered from 0 to process_count - 1. A Process class may have one literal
  // outside this range: it means "no process" and is returned by none_literal.
  ValueKind kind(Node node, uint32_t process_count) const;
  std::optional<int32_t> none_literal(Node node, uint32_t process_count) const;
  // Literals that flow into the class of the node.
  const std::set<int32_t>& literals(Node node) const { return class_of(node).literals; }
  // Where the class is used in arithmetic, if that is what makes it plain although processes flow into it.
  std::optional<SourceSpan> computed_at(Node node) const;
  bool same_class(Node a, Node b) const { return find(a) == find(b); }

  // Whether channels are stored as SPIN's numbers, because some place also holds other numbers; and that place (if
  // there is a single one).
  bool channels_are_numbers() const { return mixed_.has_value(); }
  SourceSpan mixed_at() const { return *mixed_; }

  // For --dump types.
  std::string dump(const Model& model, const SourceMap& sources, uint32_t process_count) const;

 private:
  struct Class {
    bool process = false;
    bool channel = false;
    std::optional<SourceSpan> computed;
    std::set<int32_t> literals;
    std::vector<ExprId> inflow;  // computed values that are stored here
    std::vector<Node> messages;  // for a channel
    // The values that every place of the class can hold.
    int64_t least = std::numeric_limits<int64_t>::min();
    int64_t greatest = std::numeric_limits<int64_t>::max();
    bool holds(int64_t value) const { return least <= value && value <= greatest; }
    void hold(const Type& type);  // a place of this type is in the class
  };
  // The source of the value of an expression: a node, a literal, or a computation.
  struct Source {
    std::optional<Node> node;
    std::optional<int32_t> literal;
    ExprId computed;
  };

  Node add_node();
  Node find(Node node) const;
  const Class& class_of(Node node) const { return classes_[find(node)]; }
  Class& class_of(Node node) { return classes_[find(node)]; }
  void unify(Node a, Node b);
  void join(Node node, const Source& source);
  void join(const Source& a, const Source& b);
  void compare(Source a, Source b) { compared_.emplace_back(std::move(a), std::move(b)); }
  void join_compared();
  void find_mixed();
  bool is_mixed(const Class& kind) const;
  SourceSpan place_of(const Class& kind, SourceSpan otherwise) const;
  bool names_processes(const Class& kind, uint32_t process_count) const;
  ValueRange range_of(ExprId expr, uint32_t process_count) const;
  Node message_node(Node channel, uint32_t field);

  void add_cells();
  void add_initials(const Cell& cell, Node node);
  void add_process_parts();
  Source visit(ExprId expr);
  Source visit_place(const Place& place);
  void visit_indices(const Place& place);
  void compute_with(ExprId expr);
  void visit_pattern(Node channel, const std::vector<Pattern>& patterns);
  void visit_statement(const Stmt& stmt);
  void mark_process(ExprId expr);

  const Model& model_;
  std::vector<uint32_t> field_start_;  // first field node of each structure
  uint32_t variable_index_start_ = 0;
  uint32_t field_nodes_start_ = 0;
  uint32_t field_index_start_ = 0;
  std::vector<std::pair<Source, Source>> compared_;
  std::optional<SourceSpan> mixed_;
  mutable std::vector<Node> parent_;
  std::vector<Class> classes_;
};

}  // namespace px::promela
