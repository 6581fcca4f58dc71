// A study as a page for people: the results, charts, a table of all configurations, and the environment. The page is
// self-contained and has no scripts; it follows the reader's light or dark setting.
//
// Charts over threads use the largest parameters for which every strategy completed; charts over a parameter use the
// highest number of threads.
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string_view>

#include "frontends/batch/chart.h"
#include "frontends/batch/markup.h"
#include "frontends/batch/numbers.h"
#include "frontends/batch/page_style.h"
#include "frontends/batch/study.h"
#include "frontends/batch/study_text.h"

namespace px::batch {
namespace {

constexpr size_t kStyles = 8;

// The data shared by all charts of a page.
class Page {
 public:
  explicit Page(const Study& study) : study_(study) {
    for (size_t i = 0; i < study.plan.strategies.size(); ++i) style_[study.plan.strategies[i]] = i % kStyles;
    most_threads_ = *std::max_element(study.plan.threads.begin(), study.plan.threads.end());
    shown_ = largest_complete();
  }

  std::string write() const {
    std::string html = "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n";
    html += "<meta name='viewport' content='width=device-width'>\n<meta name='color-scheme' content='light dark'>\n";
    html += fmt::format("<title>pexplore study: {}</title>\n<style>{}</style>\n</head>\n<body>\n",
                        markup(study_.plan.model), kPageStyle);
    html += page_head(study_);
    html += over_threads();
    html += over_parameter();
    html += inside();
    html += configuration_table(study_);
    html += surroundings_table(study_);
    return html + "</body>\n</html>\n";
  }

 private:
  const Measured* find(const Parameters& parameters, const std::string& strategy, uint64_t threads) const {
    for (const Measured& one : study_.measured) {
      const Configuration& c = one.configuration;
      if (c.parameters == parameters && c.strategy == strategy && c.threads == threads && one.complete()) return &one;
    }
    return nullptr;
  }

  // The last parameters for which all configurations are complete; if there are none, the last for which any is.
  Parameters largest_complete() const {
    const std::vector<Parameters> all = parameter_values(study_.plan);
    for (const bool every : {true, false}) {
      for (size_t i = all.size(); i-- > 0;) {
        size_t complete = 0;
        for (const std::string& strategy : study_.plan.strategies) {
          for (const uint64_t threads : study_.plan.threads) complete += find(all[i], strategy, threads) ? 1 : 0;
        }
        const size_t wanted = every ? study_.plan.strategies.size() * study_.plan.threads.size() : 1;
        if (complete >= wanted) return all[i];
      }
    }
    return all.back();
  }

  std::string section(const std::string& title, const std::string& note, const std::string& charts) const {
    if (charts.empty()) return "";
    return fmt::format("<h2>{}</h2>\n<p class='quiet'>{}</p>\n<div class='charts'>\n{}</div>\n", markup(title),
                       markup(note), charts);
  }

  std::string shown_parameters() const { return shown_.empty() ? "" : " at " + text_of(shown_); }

  // A figure derived from a time: of the configuration, relative to the same one with the fewest threads.
  struct Timed {
    double (Measured::*median)() const;
    std::pair<double, double> (Measured::*range)() const;
    double (*figure)(double seconds, const Measured& one, const Measured& base);

    Point point(double x, const Measured& one, const Measured& base) const {
      const auto value = [&](double seconds) { return figure(std::max(seconds, 1e-9), one, base); };
      const auto [least, most] = (one.*range)();
      const auto [low, high] = std::minmax({value(least), value(most)});
      return {x, value((one.*median)()), low, high};
    }
  };

  // One line per strategy over the numbers of threads.
  LineChart chart_over_threads(const std::string& title, Unit unit, const Timed& timed) const {
    LineChart chart{.title = title, .x_label = "threads", .y_unit = unit, .x_log2 = true};
    for (const uint64_t threads : study_.plan.threads) chart.x_ticks.push_back(static_cast<double>(threads));
    for (const std::string& strategy : study_.plan.strategies) {
      Series series{strategy, style_.at(strategy), {}};
      const Measured* base = find(shown_, strategy, study_.plan.threads.front());
      for (const uint64_t threads : study_.plan.threads) {
        const Measured* one = find(shown_, strategy, threads);
        if (one && base) series.points.push_back(timed.point(static_cast<double>(threads), *one, *base));
      }
      if (!series.points.empty()) chart.series.push_back(std::move(series));
    }
    return chart;
  }

  static double speed_up(double seconds, const Measured&, const Measured& base) {
    return base.search_seconds() / seconds;
  }
  static double efficiency(double seconds, const Measured& one, const Measured& base) {
    return speed_up(seconds, one, base) * static_cast<double>(base.configuration.threads) /
           static_cast<double>(one.configuration.threads);
  }
  static double rate(double seconds, const Measured& one, const Measured&) {
    return static_cast<double>(one.first().states) / seconds;
  }
  static double seconds_alone(double seconds, const Measured&, const Measured&) { return seconds; }

  std::string over_threads() const {
    if (study_.plan.threads.size() < 2) return "";
    const auto over_search = [](double (*figure)(double, const Measured&, const Measured&)) {
      return Timed{&Measured::search_seconds, &Measured::search_range, figure};
    };
    const double first = static_cast<double>(study_.plan.threads.front());
    LineChart speed = chart_over_threads("Speed-up of the search", Unit::Factor, over_search(speed_up));
    LineChart efficient = chart_over_threads("Efficiency", Unit::Percent, over_search(efficiency));
    for (const uint64_t threads : study_.plan.threads) {
      const auto x = static_cast<double>(threads);
      speed.ideal.push_back({x, x / first});
      efficient.ideal.push_back({x, 1});
    }
    if (speed.series.empty()) return "";
    speed.y_log = true;
    LineChart rates = chart_over_threads("States per second", Unit::Count, over_search(rate));
    LineChart wall = chart_over_threads("Time of a whole run, start-up included", Unit::Seconds,
                                        {&Measured::wall_seconds, &Measured::wall_range, seconds_alone});
    for (LineChart* chart : {&rates, &wall}) chart->y_log = far_apart(*chart);
    return section(
        "Scaling with threads" + shown_parameters(),
        fmt::format(
            "{} Speed-up is relative to {} thread{}. This process had {} core{}; threads beyond that share them.",
            repeats(), study_.plan.threads.front(), study_.plan.threads.front() == 1 ? "" : "s",
            study_.environment.usable_cores, study_.environment.usable_cores == 1 ? "" : "s"),
        line_chart(speed) + line_chart(efficient) + line_chart(rates) + line_chart(wall));
  }

  // How often the configurations in the charts were measured. An interrupted study did not complete all repeats.
  std::string repeats() const {
    size_t least = study_.plan.repeat;
    size_t most = 1;
    for (const Measured& one : study_.measured) {
      if (!one.complete()) continue;
      least = std::min(least, one.runs.size());
      most = std::max(most, one.runs.size());
    }
    if (most == 1) return "One run of each.";
    const std::string runs = least < most ? fmt::format("{} to {}", least, most) : fmt::format("{}", most);
    return fmt::format("Medians of {} runs; thin strokes reach from the least to the most.", runs);
  }

  // One line per strategy and setting of the other parameters, over the first swept parameter.
  LineChart chart_over_parameter(const std::string& title, Unit unit,
                                 Point (*figure)(const Measured&, const Measured* unreduced)) const {
    const Swept& swept = study_.plan.sweeps.front();
    LineChart chart{.title = title, .x_label = swept.name, .y_unit = unit, .y_log = true};
    for (size_t i = 0; i < swept.values.size(); ++i) {
      chart.x_ticks.push_back(place_of(swept, i));
      chart.x_names.push_back(swept.values[i]);
    }
    std::map<std::string, Series> lines;
    for (const Measured& one : study_.measured) {
      const Configuration& c = one.configuration;
      if (c.threads != most_threads_ || !one.complete()) continue;
      Point point = figure(one, find(c.parameters, "none", most_threads_));
      if (point.y <= 0) continue;
      const Parameters others(c.parameters.begin() + 1, c.parameters.end());
      const std::string name = c.strategy + (others.empty() ? "" : " " + text_of(others));
      Series& series = lines.try_emplace(name, Series{name, style_.at(c.strategy), {}}).first->second;
      const auto at = std::find(swept.values.begin(), swept.values.end(), c.parameters.front().second);
      point.x = place_of(swept, static_cast<size_t>(at - swept.values.begin()));
      series.points.push_back(point);
    }
    for (const std::string& strategy : study_.plan.strategies) {
      for (auto& [name, series] : lines) {
        if (name == strategy || name.starts_with(strategy + ' ')) chart.series.push_back(series);
      }
    }
    // In this case a strategy has several lines.
    for (size_t i = 0; i < chart.series.size() && study_.plan.sweeps.size() > 1; ++i)
      chart.series[i].style = i % kStyles;
    return chart;
  }

  // The position of a value on the axis: numbers by value, others by index.
  static double place_of(const Swept& swept, size_t index) {
    const std::vector<double> numbers = numbers_of(swept);
    return numbers.empty() ? static_cast<double>(index + 1) : numbers[index];
  }

  std::string over_parameter() const {
    if (study_.plan.sweeps.empty()) return "";
    const std::string& name = study_.plan.sweeps.front().name;
    const auto chart = [&](const std::string& title, Unit unit, Point (*figure)(const Measured&, const Measured*)) {
      const LineChart lines = chart_over_parameter(title, unit, figure);
      return lines.series.empty() ? std::string() : line_chart(lines);
    };
    std::string charts = chart("States stored", Unit::Count, [](const Measured& one, const Measured*) {
      return Point{0, static_cast<double>(one.first().states)};
    });
    charts += chart("Time of the search", Unit::Seconds, [](const Measured& one, const Measured*) {
      const auto [least, most] = one.search_range();
      return Point{0, one.search_seconds(), least, most};
    });
    charts +=
        chart("Reduction: states of none / states", Unit::Factor, [](const Measured& one, const Measured* unreduced) {
          if (unreduced == nullptr || one.first().states == 0) return Point{};
          return Point{0, static_cast<double>(unreduced->first().states) / static_cast<double>(one.first().states)};
        });
    charts += chart("Peak memory of the process", Unit::Bytes, [](const Measured& one, const Measured*) {
      return Point{0, one.peak_bytes()};
    });
    return section("Scaling with " + name,
                   fmt::format("With {} thread{}. {} Vertical axes are logarithmic. Points are shown where every run "
                               "explored the whole state space.",
                               most_threads_, most_threads_ == 1 ? "" : "s", repeats()),
                   charts);
  }

  std::string phases() const {
    BarChart chart{.title = "Where the threads' time goes", .parts = {}, .styles = {}, .bars = {}};
    for (const std::string& strategy : study_.plan.strategies) {
      for (const uint64_t threads : study_.plan.threads) {
        const Measured* one = find(shown_, strategy, threads);
        if (!one || one->phases.empty()) continue;
        double sum = 0;
        for (const auto& phase : one->phases) sum += phase.second;
        BarChart::Bar bar{fmt::format("{}, {} thread{}", strategy, threads, threads == 1 ? "" : "s"), {}, ""};
        chart.parts.clear();
        for (const auto& [name, seconds] : one->phases) {
          chart.parts.push_back(name);
          bar.values.push_back(sum > 0 ? seconds / sum : 0);
        }
        bar.shown = axis_text(sum, Unit::Seconds);
        chart.bars.push_back(std::move(bar));
      }
    }
    for (size_t i = 0; i < chart.parts.size(); ++i) chart.styles.push_back(i % kStyles);
    return chart.bars.empty() ? "" : bar_chart(chart);
  }

  std::string memory() const {
    BarChart chart{.title = "Memory per stored state", .parts = {"bytes per state"}, .styles = {}, .bars = {}};
    for (const std::string& strategy : study_.plan.strategies) {
      const Measured* one = find(shown_, strategy, most_threads_);
      if (!one) continue;
      const double bytes = one->first().store_bytes_per_state;
      chart.bars.push_back({strategy, {bytes}, fmt::format("{:.1f} bytes", bytes)});
      chart.styles.push_back(style_.at(strategy));
    }
    return chart.bars.empty() ? "" : bar_chart(chart);
  }

  std::string level_sizes() const {
    LineChart chart{.title = "States by distance from the start", .x_label = "steps", .marks = false};
    for (const Levels& levels : study_.levels) {
      if (levels.parameters != shown_ || levels.sizes.empty()) continue;
      Series series{levels.strategy, style_.at(levels.strategy), {}};
      for (size_t depth = 0; depth < levels.sizes.size(); ++depth) {
        series.points.push_back({static_cast<double>(depth), static_cast<double>(levels.sizes[depth])});
      }
      chart.series.push_back(std::move(series));
    }
    if (chart.series.empty()) return "";
    chart.y_log = chart.series.size() > 1;
    return line_chart(chart);
  }

  // Stacks charts vertically, beside the taller one.
  static std::string stacked(const std::string& charts) {
    return charts.empty() ? "" : "<div class='stack'>\n" + charts + "</div>\n";
  }

  std::string inside() const {
    return section("Inside a run" + shown_parameters(),
                   "Where the time goes comes from runs with --profile, and the states at each distance from runs with "
                   "--order bfs; the other charts do not use their times.",
                   stacked(level_sizes() + memory()) + phases());
  }

  const Study& study_;
  std::map<std::string, size_t> style_;
  uint64_t most_threads_ = 1;
  Parameters shown_;
};

}  // namespace

std::string study_html(const Study& study) {
  return Page(study).write();
}

}  // namespace px::batch
