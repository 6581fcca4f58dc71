#include "engine/frontier/worker_threads.h"

#include <algorithm>
#include <atomic>
#include <hwloc.h>
#include <system_error>
#include <thread>
#include <vector>

#include "engine/base/log.h"

namespace px::frontier {
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
    if (!loaded_) return;
    // hwloc respects control groups, but not restrictions by `taskset` and the like.
    hwloc_bitmap_t allowed = binding();
    if (!hwloc_bitmap_iszero(allowed)) static_cast<void>(hwloc_topology_restrict(topology_, allowed, 0));
    hwloc_bitmap_free(allowed);
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  ~Machine() {
    if (loaded_) hwloc_topology_destroy(topology_);
  }

  uint32_t count(hwloc_obj_type_t type) const {
    return loaded_ ? static_cast<uint32_t>(std::max(hwloc_get_nbobjs_by_type(topology_, type), 0)) : 0;
  }

  hwloc_obj_t object(hwloc_obj_type_t type, uint32_t index) const {
    return hwloc_get_obj_by_type(topology_, type, index);
  }
  hwloc_obj_t core_of(hwloc_obj_t node, uint32_t index) const {
    const int cores = hwloc_get_nbobjs_inside_cpuset_by_type(topology_, node->cpuset, HWLOC_OBJ_PU);
    if (cores <= 0) return node;
    return hwloc_get_obj_inside_cpuset_by_type(topology_, node->cpuset, HWLOC_OBJ_PU,
                                               index % static_cast<uint32_t>(cores));
  }

  // Binding is best effort: if the system refuses, the thread runs wherever the system schedules it.
  void bind_this_thread(hwloc_obj_t place) const {
    if (place) static_cast<void>(hwloc_set_cpubind(topology_, place->cpuset, HWLOC_CPUBIND_THREAD));
  }

  hwloc_bitmap_t binding() const {
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
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

// Threads are assigned to the memory nodes, or to the cores, round robin.
void place(const Machine& machine, const ThreadPlacement& placement, uint32_t worker) {
  const uint32_t nodes = machine.count(HWLOC_OBJ_NUMANODE);
  const uint32_t cores = machine.count(HWLOC_OBJ_PU);
  if (placement.numa && nodes > 1) {
    hwloc_obj_t node = machine.object(HWLOC_OBJ_NUMANODE, worker % nodes);
    log_event(LogLevel::Debug, "thread-placed", {{"worker", uint64_t{worker}}, {"node", uint64_t{worker % nodes}}});
    machine.bind_this_thread(placement.pin ? machine.core_of(node, worker / nodes) : node);
  } else if (placement.pin && cores > 0) {
    log_event(LogLevel::Debug, "thread-placed", {{"worker", uint64_t{worker}}, {"core", uint64_t{worker % cores}}});
    machine.bind_this_thread(machine.object(HWLOC_OBJ_PU, worker % cores));
  }
}

// Workers wait for each other to finish, so none may start before all exist.
class StartingGate {
 public:
  void open() { decide(kOpen); }
  void give_up() { decide(kGivenUp); }
  // true: open; false: given up.
  bool pass() const {
    state_.wait(kShut, std::memory_order_acquire);
    return state_.load(std::memory_order_acquire) == kOpen;
  }

 private:
  static constexpr uint32_t kShut = 0;
  static constexpr uint32_t kOpen = 1;
  static constexpr uint32_t kGivenUp = 2;

  void decide(uint32_t state) {
    state_.store(state, std::memory_order_release);
    state_.notify_all();
  }

  // Written once by the thread that starts the workers (release), read by all of them (acquire).
  std::atomic<uint32_t> state_{kShut};
};

bool run_unplaced(uint32_t workers, const std::function<void(uint32_t)>& work) {
  StartingGate gate;
  std::vector<std::jthread> threads;
  threads.reserve(workers - 1);
  try {
    for (uint32_t worker = 1; worker < workers; ++worker) {
      threads.emplace_back([&work, &gate, worker] {
        if (gate.pass()) work(worker);
      });
    }
  } catch (const std::system_error&) {
    gate.give_up();
    return false;
  }
  gate.open();
  work(0);
  return true;
}

}  // namespace

uint32_t available_cores() {
  return std::max(std::thread::hardware_concurrency(), 1u);
}

bool run_workers(uint32_t workers, const ThreadPlacement& placement, const std::function<void(uint32_t)>& work) {
  if (!placement.pin && !placement.numa) return run_unplaced(workers, work);
  const Machine machine;
  hwloc_bitmap_t before = machine.binding();
  const bool ran = run_unplaced(workers, [&](uint32_t worker) {
    place(machine, placement, worker);
    work(worker);
  });
  machine.restore_binding(before);
  return ran;
}

}  // namespace px::frontier
