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
  ProfileWords(const interp::Interpreter& interpreter, LanguageId language, const profile::FirstStates& seen)
      : program_(interpreter.program()), layout_(interpreter.layout()), language_(language), seen_(seen) {}

  VariableProfile variable(const profile::PartProfile& part) const;
  std::vector<StatementProfile> statements() const;

  Advice growth(const profile::PartProfile& part) const;
  Advice smaller_type(const profile::PartProfile& part) const;
  Advice unread(const profile::UnreadPart& part) const;
  Advice local_wait(const profile::LocalWait& wait) const;

 private:
  std::string name(ir::VariableId variable) const;
  bool complete() const { return seen_.end == profile::FirstStates::End::Complete; }
  std::string statement_text(const ir::Action& action) const;
  std::string smaller_type_text(const profile::PartProfile& part) const;

  const ir::Program& program_;
  const ir::Layout& layout_;
  LanguageId language_;
  const profile::FirstStates& seen_;
};

}  // namespace px::driver
