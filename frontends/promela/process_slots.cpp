#include "frontends/promela/process_slots.h"

#include <algorithm>

namespace px::promela {

ProcessNumbers::ProcessNumbers(const ProcessSlots& slots, bool side_by_side) : elements_(slots.count()) {
  for (uint32_t pid = 0; pid < slots.count(); ++pid) {
    if (!side_by_side) {
      pids_.push_back(pid);
      continue;
    }
    const bool placed = std::find(pids_.begin(), pids_.end(), pid) != pids_.end();
    for (uint32_t alike = pid; !placed && alike < slots.count(); ++alike) {
      if (slots.by_pid[alike] == slots.by_pid[pid]) pids_.push_back(alike);
    }
  }
  for (uint32_t element = 0; element < slots.count(); ++element) elements_[pids_[element]] = element;
}

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
