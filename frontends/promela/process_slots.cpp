#include "frontends/promela/process_slots.h"

namespace px::promela {

std::vector<ProctypeId> initial_processes(const Model& model) {
  std::vector<ProctypeId> processes;
  for (uint32_t p = 0; p < model.proctypes.size(); ++p) {
    const Proctype& proctype = model.proctypes[ProctypeId(p)];
    if (!proctype.is_process()) continue;
    processes.insert(processes.end(), static_cast<size_t>(proctype.instances), ProctypeId(p));
  }
  return processes;
}

}  // namespace px::promela
