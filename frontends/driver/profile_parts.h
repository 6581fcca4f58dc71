// The words for what engine/profile finds: parts of variables, statements, and what to do about them. Private to
// model_profile.
#pragma once

#include <string>
#include <vector>

#include "engine/profile/local_waits.h"
#include "engine/profile/part_profile.h"
#include "engine/profile/unread.h"
#include "frontends/driver/model_profile.h"

namespace px::driver {

class ProfileWords {
 public:
  ProfileWords(const Interpreter& interpreter, LanguageId language, const FirstStates& seen)
      : program_(interpreter.program()), layout_(interpreter.layout()), language_(language), seen_(seen) {}

  VariableProfile variable(const PartProfile& part) const;
  std::vector<StatementProfile> statements() const;

  Advice growth(const PartProfile& part) const;
  Advice smaller_type(const PartProfile& part) const;
  Advice unread(const UnreadPart& part) const;
  Advice local_wait(const LocalWait& wait) const;

 private:
  std::string name(ir::VariableId variable) const;
  bool complete() const { return seen_.end == FirstStates::End::Complete; }
  std::string statement_text(const ir::Action& action) const;
  std::string smaller_type_text(const PartProfile& part) const;

  const ir::Program& program_;
  const ir::Layout& layout_;
  LanguageId language_;
  const FirstStates& seen_;
};

}  // namespace px::driver
