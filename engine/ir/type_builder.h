// The part of the Builder (builder.h) that creates sorts and families with their locations, types and variables. Types
// are shared: equal types have equal ids.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/ir/program.h"

namespace px::ir {

class TypeBuilder {
 public:
  // Sorts, families, locations.
  SortId sort(std::string name, uint32_t size, SourceSpan span = {}, std::vector<std::string> element_names = {});
  FamilyId family(std::string name, SortId sort, uint32_t first, uint32_t count, SourceSpan span = {});
  FamilyId whole(SortId sort) const { return program_.sorts[sort].whole; }
  // Adds a control location to the family, which thereby becomes a family of processes. Its elements start at the first
  // location added unless initial_location says otherwise; set flags on the returned location.
  LocationId location(FamilyId family, std::string name, SourceSpan span = {});
  Location& location_info(LocationId id) { return program_.locations[id]; }
  void initial_location(FamilyId family, uint32_t element_in_family, LocationId location);

  // Types.
  TypeId bool_type();
  TypeId integer_type();  // all of 64 bits: the type of arithmetic
  TypeId int_type(int64_t lo, int64_t hi);
  // Values of Externals, of which the program knows only that they lie in this range.
  TypeId external_type(int64_t lo, int64_t hi);
  TypeId named_int_type(int64_t lo, int64_t hi, ValueNames names);
  TypeId named_set_type(Domain domain, NamesId names);  // of numbers with these names
  TypeId element_type(SortId sort, bool allows_none = false);
  TypeId set_type(Domain domain);
  TypeId sequence_type(TypeId element);
  TypeId array_type(Domain domain, TypeId element);
  TypeId record_type(std::vector<Field> fields);
  TypeId queue_type(uint32_t capacity, TypeId record);
  TypeId domain_type(const Domain& domain);  // of the domain's values

  // Variables.
  VariableId variable(std::string name, TypeId type, std::vector<int64_t> initial = {}, SourceSpan span = {});
  // A local of the family: one cell per element.
  VariableId local(FamilyId family, std::string name, TypeId cell, std::vector<int64_t> initial = {},
                   SourceSpan span = {});
  Variable& variable_info(VariableId id) { return program_.variables[id]; }

  const Program& program() const { return program_; }
  Program take() { return std::move(program_); }

 protected:
  explicit TypeBuilder(Program program) : program_(std::move(program)) {}

  Program program_;

 private:
  TypeId type(Type type);
};

}  // namespace px::ir
