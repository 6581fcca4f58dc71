// From the typed machine to a Program: what the parts of lowering share.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "frontends/b/lower.h"
#include "frontends/b/shape.h"

namespace px::b {

class Lowerer {
 public:
  Lowerer(const Machine& machine, const World& world, const LowerOptions& options);
  Lowered run();

  // What a relation between two sets must be to belong to A +-> B and the like.
  struct Arrow {
    bool total = false;
    bool onto = false;
    bool function = false;
    bool injective = false;
  };

 private:
  using Names = std::map<SymbolId, V>;

  // Puts the bound names back, also when lowering gives up in between and something else is tried.
  class Restore {
   public:
    explicit Restore(Lowerer& lowerer) : lowerer_(lowerer), outer_(lowerer.bound_) {}
    ~Restore() { lowerer_.bound_ = std::move(outer_); }
    Restore(const Restore&) = delete;
    Restore& operator=(const Restore&) = delete;

   private:
    Lowerer& lowerer_;
    Names outer_;
  };

  // A variable's, stored constant's or result's place.
  struct Storage {
    ir::VariableId variable;
    Shape shape;
    std::string name;
    MakePlace place;
    SourceSpan span;
    // Of results and locals whose type says too little to keep them: what is known of all that is assigned to them.
    std::shared_ptr<std::optional<Info>> assigned;
  };

  // ---- Expressions (lower_expression.cpp, lower_relation.cpp, lower_sequence.cpp)
  V value(ExprId id);
  V value_here(ExprId id);
  V operation(const Expr& e, ExprId id);
  V binder(const Expr& e);
  struct Scope;
  Scope scope_of_binder(const Expr& e);
  static std::optional<Walks> walks_of(const Scope& scope);
  static std::optional<Info> known_of(const std::optional<Walks>& walks);
  V lambda(const Expr& e, const Scope& scope);
  Walks joined(const Scope& scope);
  V quantified_join(const Expr& e, const Scope& scope);
  V record_set(const Expr& e);
  std::vector<V> fields_of(const Expr& e, TypeId record);
  Names scope_of(const Expr& let);
  V symbol_value(SymbolId symbol, SourceSpan span);
  V arithmetic(const Expr& e);
  V power(const Expr& e, const V& x, const V& y);
  V set_operation(const Expr& e, ExprId id);
  V relation(const Expr& e, ExprId id);
  V sequence(const Expr& e, ExprId id);
  V product(const V& x, const V& y, TypeId type);
  V joined(const V& x, const V& y, TypeId type);
  void join_functions(Value& joint, const V& x, const V& y);
  V met(const V& x, const V& y, TypeId type);
  V without(const V& x, const V& y, TypeId type);
  V filtered(const V& set, TypeId type, const Body& keep);
  V interval(const V& from, const V& to, TypeId type);
  V power_set(const V& of, TypeId type, bool nonempty, SourceSpan span);
  V relation_space(Op op, const V& from, const V& to, TypeId type);
  std::function<Walks()> space_walks(const Arrow& arrow, const Value& space, const Info& from, const Info& to);
  V scalar_of(TypeId type, const Make& index);
  V space_count(const Arrow& arrow, const V& arguments, const V& values);
  V sequence_space(Op op, const V& of, TypeId type);
  std::function<Walks()> sequence_walks(Op op, const V& of, TypeId type, const ir::Domain& items);
  V extension(const Expr& e, ExprId id);
  V listed_function(const V& set, const std::vector<V>& pairs);
  bool is_literal(ExprId id) const;
  V extension_of(const std::vector<V>& elements, TypeId type);
  ir::ExprId agree(const std::vector<V>& pairs);
  V domain_of(const V& r, TypeId type, SourceSpan span);
  V range_of(const V& r, TypeId type, SourceSpan span);
  V inverse(const V& r, TypeId type);
  V image(const V& r, const V& s, TypeId type, SourceSpan span);
  V restricted(const V& r, TypeId type, const Body& keep_argument, const Body& keep_value);
  V overridden(const V& r, const V& with, TypeId type, SourceSpan span);
  V composed(const V& r, const V& s, TypeId type, SourceSpan span);
  V identity(const V& of, TypeId type);
  V projection(const Expr& e);
  V direct_product(const Expr& e);
  V parallel_product(const Expr& e);
  V relation_of(const V& f, TypeId type, SourceSpan span);
  V sets_of(const V& r, TypeId type, SourceSpan span);
  V field_of(const V& r, TypeId type, SourceSpan span);
  ir::ExprId in_field(const V& r, const V& x, SourceSpan span);
  V by_rows(const V& all, const std::function<V(const V&)>& row, TypeId type);
  V iterated(const V& r, const V& n, TypeId type, SourceSpan span);
  V closure(const V& r, TypeId type, SourceSpan span);
  V reflexive_closure(const V& r, TypeId type, SourceSpan span);
  V sequence_of(TypeId type, V length, int64_t longest, std::function<V(const V&)> item, const Info& item_info);
  V listed_sequence(const Expr& e);
  V items_in_order(TypeId type, const std::vector<V>& items, const Info& info);
  V part_of_sequence(const Expr& e, ExprId id);
  V extended_sequence(const Expr& e);
  V concatenated_parts(const V& parts, TypeId type, SourceSpan span);
  V reversed(const V& s, TypeId type);
  V cut_sequence(const Expr& e, ExprId id);
  V plus(const V& x, int64_t n);
  V concatenated(const V& s, const V& t, TypeId type);
  V as_sequence(const V& v, SourceSpan span);
  std::optional<V> extreme_by_walks(bool least, const V& set);
  V extreme(Op op, const V& set, const std::string& text, SourceSpan span);
  V general_join(const V& sets, TypeId type, bool intersection, SourceSpan span);
  V boxed_set(TypeId type, std::function<ir::ExprId(const V&)> contains, std::function<Walks()> walks,
              const Info& element);

  // ---- Predicates
  ir::ExprId predicate(ExprId id);
  ir::ExprId predicate_here(ExprId id);
  ir::ExprId quantified(const Expr& e);
  ir::ExprId compared(const Expr& e, ir::Op op);
  ir::ExprId member(ExprId element, ExprId set);
  void conjuncts(ExprId predicate, std::vector<ExprId>& out) const;
  template <class F>
  auto with(const Names& scope, const F& f) {
    const Restore restore(*this);
    bound_ = scope;
    return f();
  }

  // ---- Walks through what satisfies a predicate (solve.cpp)
  Walks solve(const std::vector<SymbolId>& names, ExprId predicate, SourceSpan span);
  // `guesses`: numbers without bounds may be tried within some.
  Walks solve(const std::vector<SymbolId>& names, std::vector<ExprId> conjuncts, std::vector<ExprId> hints,
              SourceSpan span, bool guesses = false);
  V tuple_of(const std::vector<SymbolId>& names, TypeId type);
  bool bind_tuple(const std::vector<SymbolId>& names, const V& tuple, Names& scope) const;
  bool mentions_any(ExprId id, const std::set<SymbolId>& symbols) const;
  friend class Solver;

  // ---- Substitutions (lower_substitution.cpp, lower_assignment.cpp)
  ir::Block substitution(SubstId id);
  ir::Block substitution_here(SubstId id);
  ir::Block parallel(const Subst& s);
  ir::Block branches(const Subst& s, bool select);
  ir::Block case_of(const Subst& s);
  ir::Block any(const Subst& s);
  ir::Block let(const Subst& s);
  ir::Block var(const Subst& s);
  ir::Block while_loop(const Subst& s);
  ir::Block call(const Subst& s);
  ir::Block becomes_element(const Subst& s);
  ir::Block becomes_such_that(const Subst& s);
  ir::Block assignment(const Subst& s);
  ir::Block assign_all(const Subst& s);
  void strict_applications(ExprId id, std::vector<ExprId>& found) const;
  ir::Block with_applications(const std::vector<ExprId>& applications, size_t next,
                              const std::function<ir::Block()>& body);
  ir::Block assign(ExprId target, ExprId value, SourceSpan span);
  // The steps from a variable to the part of it that is assigned to: arguments and fields.
  struct PathStep {
    ExprId target;
    V argument;  // none for a field
  };
  using Path = std::vector<PathStep>;
  ir::Block assign_value(ExprId target, const V& value, bool safe, SourceSpan span);
  ir::Block assign_at(SymbolId symbol, const Path& path, const V& value, SourceSpan span);
  ir::Block with_arguments(SymbolId symbol, Path& path, size_t next, const std::function<ir::Block()>& body);
  ir::Block fixed(const V& value, const std::string& text, SourceSpan span,
                  const std::function<ir::Block(const V&)>& body);
  ir::Block store(Storage& to, const V& value, bool safe, SourceSpan span);
  ir::Block move(Storage& to, const Storage& from, SourceSpan span);
  std::optional<ir::Block> changed_in_place(Storage& to, ExprId target, ExprId value, SourceSpan span);
  ir::Block any_value(const Shape& shape, const MakePlace& place, bool injective, SourceSpan span);
  ir::Block any_sequence(const Shape& shape, const MakePlace& place, bool injective, SourceSpan span);
  bool is_space(ExprId set) const;
  static bool is_sequence_space(Op op);
  Storage choose_member(ExprId space, const std::string& name, ir::Block& block, SourceSpan span);
  ir::Block choose_names(const std::vector<SymbolId>& names, ExprId predicate, SourceSpan span,
                         const std::function<ir::Block()>& body);
  ir::Block choose_function(ExprId target, ExprId set, SourceSpan span);
  bool pointwise(ExprId value, SymbolId variable) const;
  bool mentions(ExprId id, SymbolId symbol) const { return b::mentions(m_, id, symbol); }
  void written(SubstId id, std::set<SymbolId>& symbols) const;
  bool reads(SubstId id, SymbolId symbol) const;
  SymbolId target_symbol(ExprId target) const;
  Storage& storage(SymbolId symbol, SourceSpan span);
  Storage temporary(const Shape& shape, const std::string& name);
  // Gives the names places and lowers the body (lower_local.cpp).
  ir::Block with_places(const std::vector<SymbolId>& names, const std::function<ir::Block()>& body);
  Storage local_place(const Symbol& symbol, const std::optional<Info>& known);
  void note_assigned(Storage& to, const V& value);
  void note_assigned_at(Storage& to, const V& argument, const V& value);
  ir::Block named(const std::vector<SymbolId>& symbols, const std::vector<V>& values, size_t next,
                  const std::function<ir::Block()>& body);

  // ---- The machine (lower_machine.cpp, setup.cpp)
  void declare_sets();
  void declare_variables();
  void find_strings();
  struct Guards {
    std::vector<ExprId> own;    // to be satisfied
    std::vector<ExprId> hints;  // satisfied by whatever the body does anyway
  };
  void operation(OperationId id);
  Guards guards_of(const Operation& operation, SubstId& body) const;
  void add_action(OperationId operation, SubstId body, const Walk& walk);
  ir::Block operation_body(const Operation& operation, SubstId body, ir::ExprId& guard);
  ir::ExprId with_steps(const std::vector<std::pair<ir::BindingId, ir::ExprId>>& names, ir::ExprId condition);
  ir::Block properties_and_constants();
  void take_definitions(std::vector<ExprId>& waiting, std::set<SymbolId>& unknown);
  void require_known(std::vector<ExprId>& waiting, const std::set<SymbolId>& unknown, ir::Block& block);
  bool has_definition(SymbolId constant, const std::vector<ExprId>& waiting) const;
  uint64_t rough_size(SymbolId constant);
  void require_different(const std::vector<ExprId>& waiting, SymbolId chosen, const std::set<SymbolId>& unknown,
                         std::vector<ir::ExprId>& conditions);
  // Numbers that nothing bounds (lower_guess.cpp).
  Info guess(TypeId type, Info info) const;
  void note(const std::string& text);
  void note_guess(const std::string& name);
  V guessed_part(const V& set, const std::string& name);
  V guessed_universe(TypeId type, const Info& info);
  void note_bounded(const Shape& shape, const std::string& what);
  void note_short_sequences(const Shape& shape, const std::string& what);
  void choose_constant(SymbolId constant, std::vector<ExprId>& waiting, std::set<SymbolId>& unknown, ir::Block& block);
  // Statements that print `name = value` (lower_print.cpp).
  void print(const std::string& name, const V& value, ir::Block& block);
  void print_computed_arguments(const Operation& operation, const Walk& walk, ir::Block& block);
  bool branches_out(const ir::Block& block) const;
  ir::Block initialise();
  Info typing(SymbolId symbol, const std::vector<Conjunct>& clauses);
  bool narrow(Info& info, ExprId conjunct, SymbolId symbol);
  bool narrow_size(Info& info, const Expr& e, SymbolId symbol, int side);
  void declare(SymbolId symbol, const Shape& shape, bool constant);
  bool known(ExprId id, const std::set<SymbolId>& unknown) const;
  void invariants();

  // ---- Temporal formulas (lower_temporal.cpp)
  class TemporalMaker;
  struct Mark {  // of a step that a formula speaks of
    OperationId operation;
    ExprId arguments;  // what they are equal to; may be absent
    std::string name;
    ir::VariableId variable;
  };
  std::string text_of_step(const TemporalNode& node) const;
  void declare_marks();
  ir::Block set_marks(OperationId operation);
  void temporal_formulas();

  const Machine& m_;
  const World& world_;
  const LowerOptions& options_;
  ir::Builder b_;
  ValueOps o_;
  Shapes shapes_;
  Names bound_;                           // names bound here, and constants that are known
  std::map<SymbolId, Storage> storages_;  // variables, stored constants, results, VAR
  std::map<SymbolId, V> old_;             // x$0
  std::map<ExprId, V> literals_;          // sets of literals
  std::map<ExprId, V> evaluated_;         // applications that have been evaluated before
  std::vector<OperationId> calls_;        // being inlined
  std::map<std::string, Mark> marks_;     // by the text of the step
  Lowered lowered_;
  // Places that hold nothing between operations, by name and type: each operation takes them anew.
  using Pool = std::pair<std::string, uint32_t>;
  std::map<Pool, std::vector<ir::VariableId>> temporaries_;
  std::map<Pool, size_t> taken_;
  uint32_t temporary_count_ = 0;
  bool typing_waits_ = false;  // for a variable that is not declared yet
};

}  // namespace px::b
