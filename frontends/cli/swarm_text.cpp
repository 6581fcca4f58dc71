#include "frontends/cli/swarm_text.h"

#include <algorithm>
#include <fmt/format.h>

#include "frontends/cli/progress.h"

namespace px::cli {
namespace {

using batch::grouped;

constexpr size_t kMostNamed = 6;  // searches named in one line

std::string plural(uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", grouped(count), one, count == 1 ? "" : "s");
}

std::string searches_text(const explore::SwarmOutcome& swarm) {
  std::string text = plural(swarm.searches.size(), "search") + ":";
  if (swarm.searches.size() != 1) text = fmt::format("{} searches:", grouped(swarm.searches.size()));
  bool first = true;
  for (const explore::SwarmEnd end :
       {explore::SwarmEnd::Done, explore::SwarmEnd::Full, explore::SwarmEnd::Error, explore::SwarmEnd::Ended}) {
    const auto count = static_cast<uint64_t>(std::ranges::count(swarm.searches, end, &explore::SwarmSearch::end));
    if (count == 0) continue;
    text += fmt::format("{} {} {}", first ? "" : ",", grouped(count), end_name(end));
    first = false;
  }
  return text;
}

std::string states_text(const explore::SwarmOutcome& swarm) {
  const std::string met = fmt::format("about {} different ones met", format_count(swarm.states));
  if (!swarm.in_all) return met + "; the searches overlap too little to tell how many there are";
  return met + fmt::format("; by how the searches overlap, about {} or more in all", format_count(*swarm.in_all));
}

std::string actions_text(const explore::SwarmOutcome& swarm) {
  const auto taken = static_cast<uint64_t>(std::ranges::count(swarm.taken, true));
  const auto best = std::ranges::max_element(swarm.searches, {}, &explore::SwarmSearch::actions);
  std::string text = fmt::format("{} of {} taken", grouped(taken), grouped(swarm.taken.size()));
  if (best != swarm.searches.end()) {
    text += fmt::format("; {} by search {} alone", grouped(best->actions), best->number + 1);
  }
  return text;
}

// Lists the searches that took actions which no earlier one had taken.
std::string new_actions_text(const explore::SwarmOutcome& swarm) {
  std::string text;
  size_t named = 0;
  size_t others = 0;
  uint64_t last = 0;
  for (const explore::SwarmSearch& search : swarm.searches) {
    if (search.new_actions == 0) continue;
    last = search.number + 1;
    if (++named > kMostNamed) {
      ++others;
      continue;
    }
    text += fmt::format("{}{} by search {}", text.empty() ? "" : ", ", grouped(search.new_actions), search.number + 1);
  }
  if (others != 0) text += fmt::format(", and {} more searches, the last of them search {}", others, last);
  return text;
}

void write_searches(const explore::SwarmOutcome& swarm, std::ostream& out) {
  out << fmt::format("{:>8} {:<9} {:>5} {:>4} {:>8} {:>11} {:>13} {:>10} {:>8} {:>6}  {}\n", "search", "order", "width",
                     "bits", "array", "max depth", "states", "depth", "actions", "new", "end");
  for (const explore::SwarmSearch& search : swarm.searches) {
    const explore::SwarmPlan& plan = search.plan;
    const bool limited = plan.max_depth < INT32_MAX;
    out << fmt::format("{:>8} {:<9} {:>5} {:>4} {:>8} {:>11} {:>13} {:>10} {:>8} {:>6}  {}\n", search.number + 1,
                       order_name(plan.order), plan.width, plan.functions, format_bytes(plan.array_bytes),
                       limited ? grouped(plan.max_depth) : "-", grouped(search.states), grouped(search.depth),
                       grouped(search.actions), grouped(search.new_actions), end_name(search.end));
  }
}

}  // namespace

void write_swarm(const Report& report, const Painter& painter, std::ostream& out) {
  const SearchResult& result = report.result;
  const explore::SwarmOutcome& swarm = *report.swarm;
  const auto line = [&](std::string_view name, const std::string& text) {
    out << painter.dim(fmt::format("{:<12}", name)) << text << '\n';
  };
  uint64_t stored = 0;
  for (const explore::SwarmSearch& search : swarm.searches) stored += search.states;
  const double rate = static_cast<double>(stored) / std::max(result.seconds, 1e-9);
  line("model", report.options.model);
  line("swarm", searches_text(swarm));
  line("states", states_text(swarm));
  line("actions", actions_text(swarm));
  if (const std::string text = new_actions_text(swarm); !text.empty()) line("new", text);
  line("time", fmt::format("{}, {} states stored in all, {}/s on {} thread{}", format_duration(result.seconds),
                           grouped(stored), format_count(rate), report.threads, report.threads == 1 ? "" : "s"));
  line("memory", fmt::format("{} at most", format_bytes(result.peak_memory_bytes)));
  line("strategy", report.strategy);
  line("seed", std::to_string(report.options.seed));
  if (report.options.verbose) write_searches(swarm, out);
}

}  // namespace px::cli
