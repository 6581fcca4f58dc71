#include "engine/frontier/worker_threads.h"

#include <algorithm>
#include <hwloc.h>
#include <thread>
#include <vector>

namespace px {
namespace {

// The machine as hwloc sees it, restricted to what this process may use.
class Machine {
 public:
  Machine() {
    loaded_ = hwloc_topology_init(&topology_) == 0;
    if (loaded_ && hwloc_topology_load(topology_) != 0) {
      hwloc_topology_destroy(topology_);
      loaded_ = false;
    }
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  ~Machine() {
    if (loaded_) hwloc_topology_destroy(topology_);
  }

  uint32_t count(hwloc_obj_type_t type) const {
    return loaded_ ? static_cast<uint32_t>(std::max(hwloc_get_nbobjs_by_type(topology_, type), 0)) : 0;
  }

  // Binding is a wish: where the system refuses it, the thread runs where the system puts it.
  void bind_this_thread(hwloc_obj_type_t type, uint32_t index) const {
    const hwloc_obj_t object = hwloc_get_obj_by_type(topology_, type, index);
    if (object) static_cast<void>(hwloc_set_cpubind(topology_, object->cpuset, HWLOC_CPUBIND_THREAD));
  }

  hwloc_bitmap_t binding() const {
    const hwloc_bitmap_t set = hwloc_bitmap_alloc();
    if (loaded_) static_cast<void>(hwloc_get_cpubind(topology_, set, HWLOC_CPUBIND_THREAD));
    return set;
  }
  void restore_binding(hwloc_bitmap_t set) const {
    if (loaded_) static_cast<void>(hwloc_set_cpubind(topology_, set, HWLOC_CPUBIND_THREAD));
    hwloc_bitmap_free(set);
  }

 private:
  hwloc_topology_t topology_{};
  bool loaded_ = false;
};

void place(const Machine& machine, const ThreadPlacement& placement, uint32_t worker) {
  const uint32_t nodes = machine.count(HWLOC_OBJ_NUMANODE);
  const uint32_t cores = machine.count(HWLOC_OBJ_PU);
  if (placement.numa && nodes > 1) {
    machine.bind_this_thread(HWLOC_OBJ_NUMANODE, worker % nodes);
  } else if (worker < cores) {
    machine.bind_this_thread(HWLOC_OBJ_PU, worker);
  }
}

void run_unplaced(uint32_t workers, const std::function<void(uint32_t)>& work) {
  std::vector<std::jthread> threads;
  threads.reserve(workers - 1);
  for (uint32_t worker = 1; worker < workers; ++worker) threads.emplace_back([&work, worker] { work(worker); });
  work(0);
}

}  // namespace

uint32_t available_cores() {
  return std::max(std::thread::hardware_concurrency(), 1u);
}

void run_workers(uint32_t workers, const ThreadPlacement& placement, const std::function<void(uint32_t)>& work) {
  if (!placement.pin && !placement.numa) {
    run_unplaced(workers, work);
    return;
  }
  const Machine machine;
  const hwloc_bitmap_t before = machine.binding();
  run_unplaced(workers, [&](uint32_t worker) {
    place(machine, placement, worker);
    work(worker);
  });
  machine.restore_binding(before);
}

}  // namespace px
