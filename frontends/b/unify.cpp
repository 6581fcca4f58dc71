#include "frontends/b/unify.h"

namespace px::b {

TermId Unifier::variable() {
  Term term;
  term.variable = true;
  return add(std::move(term));
}

TermId Unifier::base(TypeKind kind) {
  TermId& known = bases_[static_cast<size_t>(kind)];
  if (!known.valid()) {
    Term term;
    term.kind = kind;
    known = add(std::move(term));
  }
  return known;
}

TermId Unifier::given(GivenSetId set) {
  Term term;
  term.kind = TypeKind::Given;
  term.set = set;
  return add(std::move(term));
}

TermId Unifier::power(TermId element) {
  Term term;
  term.kind = TypeKind::Power;
  term.left = element;
  return add(std::move(term));
}

TermId Unifier::product(TermId left, TermId right) {
  Term term;
  term.kind = TypeKind::Product;
  term.left = left;
  term.right = right;
  return add(std::move(term));
}

TermId Unifier::record(std::map<std::string, TermId> fields) {
  Term term;
  term.kind = TypeKind::Record;
  term.fields = std::move(fields);
  return add(std::move(term));
}

TermId Unifier::find(TermId term) const {
  while (terms_[term].variable && terms_[term].link.valid()) term = terms_[term].link;
  return term;
}

SourceSpan Unifier::origin(TermId term) const {
  SourceSpan place;
  while (terms_[term].variable && terms_[term].link.valid()) {
    place = terms_[term].linked_at;
    term = terms_[term].link;
  }
  return place;
}

std::vector<TermId> Unifier::parts(TermId term) const {
  const Term& t = terms_[term];
  std::vector<TermId> all;
  if (t.left.valid()) all.push_back(t.left);
  if (t.right.valid()) all.push_back(t.right);
  for (const auto& [name, field] : t.fields) all.push_back(field);
  return all;
}

bool Unifier::occurs(TermId variable, TermId term) {
  ++mark_;
  return occurs_unmarked(variable, term);
}

bool Unifier::occurs_unmarked(TermId variable, TermId term) {
  term = find(term);
  if (term == variable) return true;
  if (terms_[term].mark == mark_) return false;
  terms_[term].mark = mark_;
  for (const TermId part : parts(term)) {
    if (occurs_unmarked(variable, part)) return true;
  }
  return false;
}

bool Unifier::unify(TermId a, TermId b, SourceSpan place) {
  a = find(a);
  b = find(b);
  if (a == b) return true;
  if (!terms_[a].variable && terms_[b].variable) std::swap(a, b);
  if (terms_[a].variable) {
    // A predicate is not a value, and no typed formula can replace one.
    if (!terms_[b].variable && terms_[b].kind == TypeKind::Predicate) return false;
    if (occurs(a, b)) return false;
    terms_[a].link = b;
    terms_[a].linked_at = place;
    return true;
  }
  if (terms_[a].kind != terms_[b].kind || terms_[a].set != terms_[b].set) return false;
  const std::vector<TermId> left = parts(a);
  const std::vector<TermId> right = parts(b);
  if (left.size() != right.size()) return false;
  auto field = terms_[b].fields.begin();
  for (const auto& [name, part] : terms_[a].fields) {
    if (field->first != name) return false;
    ++field;
  }
  for (size_t i = 0; i < left.size(); ++i) {
    if (!unify(left[i], right[i], place)) return false;
  }
  return true;
}

bool Unifier::complete(TermId term) const {
  term = find(term);
  if (terms_[term].variable) return false;
  if (terms_[term].type.valid()) return true;
  for (const TermId part : parts(term)) {
    if (!complete(part)) return false;
  }
  return true;
}

TypeId Unifier::type(TermId id) {
  id = find(id);
  const Term& term = terms_[id];
  if (term.type.valid()) return term.type;
  TypeTable& types = machine_.types;
  TypeId result = types.integer();
  if (!term.variable) {
    switch (term.kind) {
      case TypeKind::Predicate: result = types.predicate(); break;
      case TypeKind::Integer: break;
      case TypeKind::Boolean: result = types.boolean(); break;
      case TypeKind::String: result = types.string(); break;
      case TypeKind::Given: result = machine_.sets[term.set].type; break;
      case TypeKind::Power: result = types.power(type(term.left)); break;
      case TypeKind::Product: {
        const TypeId left = type(term.left);
        result = types.product(left, type(term.right));
        break;
      }
      case TypeKind::Record: {
        std::vector<FieldType> fields;
        for (const auto& [name, field] : term.fields) fields.push_back({name, type(field)});
        result = types.record(std::move(fields));
        break;
      }
    }
  }
  terms_[id].type = result;
  return result;
}

std::string Unifier::text(TermId id, int depth) const {
  constexpr int kDeepest = 6;
  const Term& term = terms_[find(id)];
  if (term.variable) return "_";
  if (depth > kDeepest) return "...";
  switch (term.kind) {
    case TypeKind::Predicate: return "a predicate";
    case TypeKind::Integer: return "INTEGER";
    case TypeKind::Boolean: return "BOOL";
    case TypeKind::String: return "STRING";
    case TypeKind::Given: return machine_.sets[term.set].name;
    case TypeKind::Power: return "POW(" + text(term.left, depth + 1) + ")";
    case TypeKind::Product: {
      const Term& right = terms_[find(term.right)];
      const std::string second = text(term.right, depth + 1);
      const bool nested = !right.variable && right.kind == TypeKind::Product;
      return text(term.left, depth + 1) + "*" + (nested ? "(" + second + ")" : second);
    }
    case TypeKind::Record: break;
  }
  std::string fields;
  for (const auto& [name, field] : term.fields) {
    fields += (fields.empty() ? "" : ",") + name + ":" + text(field, depth + 1);
  }
  return "struct(" + fields + ")";
}

}  // namespace px::b
