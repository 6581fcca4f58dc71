#include "engine/liveness/fairness.h"

#include "engine/ir/builder.h"

namespace px::liveness {
namespace {

constexpr uint32_t kMaxOfAFamily = 64;  // the size limit of a set

struct Sets {
  ir::VariableId moved;
  ir::VariableId began;
  ir::TypeId type;
};

class MoverWriter {
 public:
  explicit MoverWriter(const ir::Program& program) : builder_(program), families_(program.families.size()) {
    for (uint32_t f = 0; f < program.families.size(); ++f) {
      const ir::Family& family = program.families[ir::FamilyId(f)];
      if (!family.is_process()) continue;
      Sets& sets = families_[f];
      sets.type = builder_.set_type(ir::Domain::of(ir::FamilyId(f)));
      sets.moved = add(moved_name(family), sets.type);
      sets.began = add(began_name(family), sets.type);
    }
  }

  ir::Program run() {
    std::vector<ir::Block> blocks;
    for (size_t a = 0; a < builder_.program().actions.size(); ++a) {
      const ir::Action action = builder_.program().actions[ir::ActionId(static_cast<uint32_t>(a))];
      blocks.push_back(action.movers.empty() ? ir::Block{} : statements(action));
    }
    ir::Program result = builder_.take();
    for (uint32_t a = 0; a < blocks.size(); ++a) {
      ir::Block& body = result.actions[ir::ActionId(a)].body;
      body.insert(body.begin(), blocks[a].begin(), blocks[a].end());
    }
    return result;
  }

 private:
  ir::VariableId add(const std::string& name, ir::TypeId type) {
    const ir::VariableId id = builder_.variable(name, type);
    builder_.variable_info(id).hidden = true;
    return id;
  }

  ir::ExprId nobody_moved(ir::FamilyId family) {
    const Sets& sets = families_[family.value];
    return builder_.binary(ir::Op::Eq, builder_.read(builder_.place(sets.moved)), builder_.constant(sets.type, 0));
  }

  ir::Block statements(const ir::Action& action) {
    const ir::Mover& mover = action.movers.front();
    const ir::FamilyId family = builder_.program().locations[mover.from].family;
    const Sets& sets = families_[family.value];
    const ir::BindingId process = action.parameters[mover.parameter].binding;
    const auto self = [&] { return builder_.set_of(builder_.use(process), sets.type); };
    std::vector<ir::ExprId> nobody;
    for (uint32_t f = 0; f < families_.size(); ++f) {
      if (families_[f].moved.valid()) nobody.push_back(nobody_moved(ir::FamilyId(f)));
    }
    const ir::StatementId first =
        builder_.if_else(builder_.all_of(nobody), {builder_.assign(builder_.place(sets.began), self())});
    const ir::ExprId all = builder_.binary(ir::Op::Union, builder_.read(builder_.place(sets.moved)), self());
    return {first, builder_.assign(builder_.place(sets.moved), all)};
  }

  ir::Builder builder_;
  std::vector<Sets> families_;
};

}  // namespace

std::string moved_name(const ir::Family& family) {
  return "moved_" + family.name;
}

std::string began_name(const ir::Family& family) {
  return "began_" + family.name;
}

Result<ir::Program> with_movers(const ir::Program& program) {
  for (const ir::Family& family : program.families) {
    if (!family.is_process() || family.count <= kMaxOfAFamily) continue;
    return Failure(DiagnosticKind::Unsupported,
                   "weak fairness is checked for at most " + std::to_string(kMaxOfAFamily) +
                       " processes of a kind, and there are " + std::to_string(family.count),
                   "check a smaller instance of the model");
  }
  return MoverWriter(program).run();
}

}  // namespace px::liveness
