#include "frontends/driver/sequence_text.h"

namespace px::driver {
namespace {

std::string text_of(const interp::Interpreter& interpreter, ir::TypeId type, int64_t handle) {
  const ir::Program& program = interpreter.program();
  const ir::TypeId item_type = program.types[type].element;
  std::string list;
  for (const int64_t item : interpreter.sequences().items(static_cast<SequenceTable::Handle>(handle))) {
    const bool nested = program.types[item_type].kind == ir::TypeKind::Sequence;
    list += list.empty() ? "" : ", ";
    list += nested ? text_of(interpreter, item_type, item) : program.value_text(item_type, item);
  }
  return '[' + list + ']';
}

}  // namespace

SequenceText sequence_text(const interp::Interpreter& interpreter) {
  return [&interpreter](ir::TypeId type, int64_t handle) { return text_of(interpreter, type, handle); };
}

}  // namespace px::driver
