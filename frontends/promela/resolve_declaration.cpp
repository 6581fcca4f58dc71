#include "frontends/promela/statement_resolver.h"

namespace px::promela {
namespace {

constexpr int32_t kMaxChannelsOfFields = 255;
constexpr int32_t kMaxChannelCapacity = 255;
constexpr int32_t kMaxArrayLength = 1 << 20;
constexpr int32_t kUnknownLength = 8;

TypeKind kind_of(ast::TypeKind kind) {
  return static_cast<TypeKind>(kind);
}
Visibility visibility_of(ast::Visibility visibility) {
  return static_cast<Visibility>(visibility);
}

}  // namespace

Type StatementResolver::resolve_type(const ast::TypeName& source, uint8_t width) {
  Type type;
  type.kind = kind_of(source.kind);
  type.width = width;
  if (source.kind == ast::TypeKind::Mtype) type.mtype_set = mtype_set(source.name);
  if (source.kind == ast::TypeKind::User) {
    const auto found = globals_.find(source.name);
    if (found == globals_.end() || found->second.kind != Symbol::Kind::Structure) {
      error(DiagnosticKind::UnknownName, source.span, "'" + source.name + "' is not a type");
      type.kind = TypeKind::Int;
    } else {
      type.structure = StructureId(found->second.id);
    }
  }
  return type;
}

void StatementResolver::resolve_cell(const ast::TypeName& type, const ast::Declarator& source, Cell& cell) {
  cell.name = source.name;
  cell.span = source.span;
  cell.type = resolve_type(type, static_cast<uint8_t>(source.width));
  if (source.length.valid()) {
    cell.is_array = true;
    cell.length = array_length(source).value_or(1);
    if (cell.length < 1 || cell.length > kMaxArrayLength) {
      error(DiagnosticKind::ValueOutOfRange, ast_expr(source.length).span,
            "the length of an array is from 1 to " + std::to_string(kMaxArrayLength));
      cell.length = 1;
    }
  }
  if (cell.is_array && cell.type.kind == TypeKind::Unsigned) {
    error(DiagnosticKind::Unsupported, source.span, "there are no arrays of unsigned", "use byte, short or int");
  }
  // SPIN stores cells of bit arrays in bytes, and wraps them accordingly.
  const bool bit = cell.type.kind == TypeKind::Bit || cell.type.kind == TypeKind::Bool;
  cell.cells_are_bits = cell.is_array && bit;
  if (cell.cells_are_bits) cell.type.kind = TypeKind::Byte;
  resolve_initialiser(source, cell);
}

// If the length of an array is a variable, SPIN uses its initial value, and kUnknownLength if there is none.
std::optional<int32_t> StatementResolver::array_length(const ast::Declarator& source) {
  const ast::Expr& length = ast_expr(source.length);
  const bool is_name =
      length.kind == ast::ExprKind::Reference && length.path.size() == 1 && !length.path.front().index.valid();
  const auto named = is_name ? lookup_variable(length.path.front().name) : std::nullopt;
  if (!named || model_.variables[*named].is_array) return constant_value(source.length, "the length of an array");
  const Variable& variable = model_.variables[*named];
  const std::optional<int32_t> initial = variable.initial.valid() ? fold(variable.initial) : std::nullopt;
  const int32_t value = initial && *initial != 0 ? *initial : kUnknownLength;
  error(DiagnosticKind::PartialInitialiser, length.span,
        "the length of '" + source.name + "' does not change with '" + variable.name + "': it is " +
            std::to_string(value) + ", as in SPIN",
        "use a macro, or write the number");
  return value;
}

void StatementResolver::resolve_initialiser(const ast::Declarator& source, Cell& cell) {
  if (source.channel != nullptr) {
    cell.channel = resolve_channel(*source.channel, source.span);
    if (cell.type.kind != TypeKind::Chan) {
      error(DiagnosticKind::TypeMismatch, source.span, "only a chan is initialised with [n] of {...}");
      cell.channel.reset();
    }
    return;
  }
  if (cell.type.kind == TypeKind::Structure && (source.value.valid() || !source.values.empty())) {
    return error(DiagnosticKind::NoEffect, source.span,
                 "a structure has no initial value: this one is ignored, as in SPIN",
                 "give initial values to the fields in the typedef");
  }
  if (source.value.valid()) {
    cell.initial = resolve_expr(source.value);
    refuse_computed_channels(cell.initial);
    const auto value = fold(cell.initial);
    if (value && cell.type.is_scalar() && wrapped(cell.type, *value) != *value) {
      error(DiagnosticKind::ValueTruncated, model_.exprs[cell.initial].span,
            "the value does not fit " + text_of(model_, cell.type) + " and becomes " +
                std::to_string(wrapped(cell.type, *value)));
    }
  }
  if (!source.values.empty()) resolve_initial_list(source, cell);
}

// If a list is too short, its last value applies to all further cells; if it is too long, the rest is ignored.
void StatementResolver::resolve_initial_list(const ast::Declarator& source, Cell& cell) {
  if (!cell.is_array) {
    return error(DiagnosticKind::WrongArity, source.span, "only an array has a list of initial values");
  }
  for (const ast::ExprId value : source.values) cell.cell_initials.push_back(resolve_expr(value));
  const size_t given = cell.cell_initials.size();
  const size_t cells = static_cast<size_t>(cell.length);
  cell.initial = cell.cell_initials.back();
  if (given > cells) {
    cell.cell_initials.resize(cells);
    error(DiagnosticKind::PartialInitialiser, source.span,
          "there are " + std::to_string(given) + " initial values for " + std::to_string(cells) +
              " cells; the last ones are ignored");
  } else if (given > 1 && given < cells) {
    error(DiagnosticKind::PartialInitialiser, source.span,
          "the last initial value is that of all further cells of '" + cell.name + "', as in SPIN",
          "list as many values as there are cells");
  }
}

ChannelInit StatementResolver::resolve_channel(const ast::ChannelInit& source, SourceSpan span) {
  ChannelInit channel;
  channel.capacity = constant_value(source.capacity, "the capacity of a channel").value_or(1);
  if (channel.capacity < 0 || channel.capacity > kMaxChannelCapacity) {
    error(DiagnosticKind::ValueOutOfRange, span,
          "the capacity of a channel is from 0 to " + std::to_string(kMaxChannelCapacity));
  }
  model_.features.rendezvous |= channel.capacity == 0;
  for (const ast::TypeName& field : source.fields) {
    if (field.kind == ast::TypeKind::Unsigned) {
      error(DiagnosticKind::TypeMismatch, field.span, "unsigned cannot be the type of a message field",
            "use byte or int");
    }
    channel.declared.push_back(resolve_type(field, 0));
    flatten(channel.declared.back(), field.span, channel.fields);
  }
  // In SPIN, the only field of a message is a byte, even if declared as a bit: the sent value is not truncated.
  if (channel.fields.size() == 1 &&
      (channel.fields[0].kind == TypeKind::Bit || channel.fields[0].kind == TypeKind::Bool)) {
    channel.fields[0].kind = TypeKind::Byte;
  }
  return channel;
}

void StatementResolver::flatten(Type type, SourceSpan span, std::vector<Type>& fields) {
  if (type.kind != TypeKind::Structure) {
    fields.push_back(type);
    return;
  }
  for (const Cell& field : model_.structures[type.structure].fields) {
    if (field.is_array && field.type.kind == TypeKind::Structure) {
      return error(DiagnosticKind::Unsupported, span, "a structure with an array of structures cannot be sent");
    }
    Type type = field.type;
    if (field.cells_are_bits) type.kind = TypeKind::Bit;
    for (int32_t i = 0; i < field.length; ++i) flatten(type, span, fields);
  }
}

// No visible name can be declared again, not even a global one within a block. A proctype becomes visible at its
// declaration.
bool StatementResolver::check_redeclaration(const ast::Declarator& item) {
  std::optional<SourceSpan> first;
  if (const auto known = globals_.find(item.name); known != globals_.end()) {
    const Symbol& symbol = known->second;
    const bool comes_later = symbol.kind == Symbol::Kind::Proctype && proctype_.valid() && symbol.id > proctype_.value;
    if (!comes_later) first = symbol.span;
  }
  for (const Scope& scope : scopes_) {
    if (const auto known = scope.names.find(item.name); known != scope.names.end()) {
      first = model_.variables[known->second].span;
    }
  }
  if (first) declared_twice(item.span, item.name, *first);
  return !first;
}

VariableId StatementResolver::declare_variable(const ast::Declaration& declaration, const ast::Declarator& item) {
  Variable variable;
  resolve_cell(declaration.type, item, variable);
  if (item.name.starts_with('_') && (item.name == "_" || item.name == "_pid" || item.name == "_nr_pr" ||
                                     item.name == "_last" || item.name == "_priority")) {
    error(DiagnosticKind::DuplicateName, item.span, "'" + item.name + "' is predefined");
  }
  variable.visibility = visibility_of(declaration.visibility);
  variable.owner = proctype_;
  const bool fresh = check_redeclaration(item);
  const VariableId id = model_.variables.add(std::move(variable));
  if (scopes_.empty()) {
    model_.globals.push_back(id);
    if (fresh) globals_.emplace(item.name, Symbol{Symbol::Kind::Variable, id.value, 0, item.span});
  } else {
    model_.proctypes[proctype_].locals.push_back(id);
    if (fresh) scopes_.back().names.emplace(item.name, id);
  }
  add_field_channels(id);
  return id;
}

// Each field that creates channels gets a variable that declares them, for all cells of the structure.
void StatementResolver::add_field_channels(VariableId id) {
  const Variable& variable = model_.variables[id];
  if (variable.type.kind != TypeKind::Structure) return;
  std::vector<uint32_t> path;
  add_field_channels(id, variable.type.structure, std::string(variable.name), variable.is_array ? variable.length : 1,
                     path);
}

void StatementResolver::add_field_channels(VariableId id, StructureId structure, const std::string& name, int32_t cells,
                                           std::vector<uint32_t>& path) {
  const size_t fields = model_.structures[structure].fields.size();
  for (uint32_t f = 0; f < fields; ++f) {
    const Cell field = model_.structures[structure].fields[f];
    const int64_t all = int64_t{cells} * (field.is_array ? field.length : 1);
    path.push_back(f);
    if (field.type.kind == TypeKind::Structure && all <= kMaxChannelsOfFields) {
      add_field_channels(id, field.type.structure, name + '.' + field.name, static_cast<int32_t>(all), path);
    } else if (field.channel && all > kMaxChannelsOfFields) {
      error(DiagnosticKind::LimitExceeded, model_.variables[id].span,
            "'" + name + "' has " + std::to_string(all) + " channels", "SPIN allows 255 channels in all");
    } else if (field.channel) {
      Variable channels;
      static_cast<Cell&>(channels) = field;
      channels.name = name + '.' + field.name;
      channels.span = model_.variables[id].span;
      channels.owner = proctype_;
      channels.is_array = all > 1;
      channels.length = static_cast<int32_t>(all);
      channels.is_read = true;
      channels.is_made_for_fields = true;
      const VariableId made = model_.variables.add(std::move(channels));
      model_.variables[id].field_channels.push_back({path, made});
    }
    path.pop_back();
  }
}

// At the top of a body, a declaration takes effect at creation; later it is a step of its own.
void StatementResolver::declare_local(const ast::Declaration& declaration, Sequence& out) {
  for (const ast::Declarator& item : declaration.items) {
    const VariableId id = declare_variable(declaration, item);
    if (!at_top_) declaration_step(id, item, out);
  }
}

void StatementResolver::declaration_step(VariableId id, const ast::Declarator& item, Sequence& out) {
  Variable& variable = model_.variables[id];
  if (variable.type.kind == TypeKind::Structure) {
    Stmt stmt;
    stmt.kind = StmtKind::Nothing;
    out.push_back(add_stmt(std::move(stmt), item.span));
    return;
  }
  if (variable.channel || !variable.cell_initials.empty()) {
    return error(DiagnosticKind::Unsupported, item.span,
                 "'" + item.name + "' can be initialised like this only before the first statement",
                 "move the declaration to the start of the body");
  }
  const ExprId value = variable.initial.valid() ? variable.initial : constant(0, item.span);
  variable.initial = {};
  variable.late_initial = value;
  if (variable.is_array && item.value.valid() && variable.length > 1) {
    error(DiagnosticKind::PartialInitialiser, item.span,
          "between statements only the first cell of '" + item.name + "' gets the initial value",
          "move the declaration to the start of the body");
  }
  const bool is_array = variable.is_array;
  const ExprId target = this->variable(id, item.span);
  if (is_array) {
    const ExprId first = constant(0, item.span);
    model_.exprs[target].place.index = first;
  }
  out.push_back(assign(target, value, item.span));
}

}  // namespace px::promela
