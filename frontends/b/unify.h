// Types under inference: terms with variables, made equal by unification.
//
// A variable that becomes equal to a term points to it and records where that happened. Links are never shortened, so
// that a message can report where a name got its type. Chains stay short, since a link always starts at the end of one.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "frontends/b/machine.h"

namespace px::b {

struct TermTag {};
using TermId = Id<TermTag>;

class Unifier {
 public:
  explicit Unifier(Machine& machine) : machine_(machine) {}

  TermId variable();
  TermId base(TypeKind kind);
  TermId given(GivenSetId set);
  TermId power(TermId element);
  TermId product(TermId left, TermId right);
  TermId record(std::map<std::string, TermId> fields);

  // Unifies both terms, or returns false and leaves them partly unified. Bound variables record the place.
  bool unify(TermId a, TermId b, SourceSpan place);

  bool is_variable(TermId term) const { return terms_[find(term)].variable; }
  // Not for variables.
  TypeKind kind(TermId term) const { return terms_[find(term)].kind; }
  const std::map<std::string, TermId>& fields(TermId term) const { return terms_[find(term)].fields; }
  // Where a variable was bound; unknown for terms that were never variables.
  SourceSpan origin(TermId term) const;

  bool complete(TermId term) const;
  // The type, with INTEGER for unresolved variables.
  TypeId type(TermId term);
  // In B notation, with _ for unresolved variables.
  std::string text(TermId term, int depth = 0) const;

 private:
  struct Term {
    bool variable = false;
    TypeKind kind = TypeKind::Integer;
    TermId link;  // for variables
    SourceSpan linked_at;
    GivenSetId set;
    TermId left;
    TermId right;
    std::map<std::string, TermId> fields;
    TypeId type;  // computed on first use
    uint32_t mark = 0;
  };

  TermId add(Term term) { return terms_.add(std::move(term)); }
  TermId find(TermId term) const;
  std::vector<TermId> parts(TermId term) const;
  bool occurs(TermId variable, TermId term);
  bool occurs_unmarked(TermId variable, TermId term);

  Machine& machine_;
  Store<TermId, Term> terms_;
  std::array<TermId, 4> bases_;
  uint32_t mark_ = 0;
};

}  // namespace px::b
