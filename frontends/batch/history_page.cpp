// The history of suites as a page for people: the news since the previous night, every run with its nights, times and
// memory, and the nights. The page is self-contained, has no scripts, and follows the reader's light or dark setting.
// On a narrow screen each row of the table of runs becomes a card.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

#include "frontends/batch/history.h"
#include "frontends/batch/markup.h"
#include "frontends/batch/numbers.h"
#include "frontends/batch/page_style.h"

namespace px::batch {
namespace {

constexpr size_t kNightsShown = 30;  // as marks and in curves
constexpr size_t kNightsListed = 60;

constexpr std::string_view kHistoryStyle = R"(
.warn { color: var(--warn); } .changes { list-style: none; padding: 0; } .changes li { padding: .15rem 0; max-width: none; }
.tag { display: inline-block; min-width: 5.2rem; font-weight: 600; }
.marks { display: inline-flex; gap: 2px; vertical-align: middle; align-items: flex-end; height: 16px; } .marks i { width: 6px;
  height: 9px; border-radius: 2px; background: var(--good); } .marks i.bad { background: var(--bad); height: 16px; } .marks i.none { background: var(--rule); }
svg.curve { width: 110px; height: 24px; vertical-align: middle; overflow: visible; } svg.curve polyline { fill: none;
  stroke: var(--s0); stroke-width: 1.5; } svg.curve circle { fill: var(--s0); } svg.curve.off circle { fill: var(--warn); }
td.name { white-space: normal; overflow-wrap: anywhere; min-width: 12rem; } td.name div { font-weight: 400; } td .quiet { font-size: .92em; }
@media (max-width: 40rem) { body { padding: 1rem .8rem 3rem; } table.runs, table.runs tbody { display: block; }
  table.runs thead { display: none; } table.runs tr { display: grid; grid-template-columns: 6.5rem 1fr; padding: .5rem 0;
    border-bottom: 1px solid var(--rule); } table.runs td { border: 0; padding: .1rem 0; text-align: left; white-space: normal; }
  table.runs td.name { grid-column: 1 / -1; font-weight: 600; min-width: 0; } table.runs td:not(.name) { display: contents; }
  table.runs td:not(.name)::before { content: attr(data-what); color: var(--quiet); } .tag { display: block; } }
)";

std::string_view class_of(Change::Kind kind) {
  switch (kind) {
    case Change::Kind::Failure: return "bad";
    case Change::Kind::Warning: return "warn";
    case Change::Kind::Note: return "quiet";
  }
  return "";
}

std::string_view word_of(Change::Kind kind) {
  switch (kind) {
    case Change::Kind::Failure: return "FAILURE";
    case Change::Kind::Warning: return "warning";
    case Change::Kind::Note: return "note";
  }
  return "";
}

// "2026-11-20 02:30": seconds do not matter.
std::string shown_night(const std::string& night) {
  std::string text = night.substr(0, 16);
  if (text.size() == 16 && text[10] == 'T') text[10] = ' ';
  return text;
}

class HistoryPage {
 public:
  explicit HistoryPage(const History& history) : history_(history) {
    for (const RunHistory& run : history.runs) {
      const std::string& suite = run.latest().suite;
      if (std::find(suites_.begin(), suites_.end(), suite) == suites_.end()) suites_.push_back(suite);
    }
  }

  std::string write() const {
    std::string title = "pexplore nights";
    for (const std::string& suite : suites_) title += (suite == suites_.front() ? ": " : ", ") + suite;
    std::string html = "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n";
    html += "<meta name='viewport' content='width=device-width'>\n<meta name='color-scheme' content='light dark'>\n";
    html += fmt::format("<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n", markup(title), kPageStyle,
                        kHistoryStyle);
    html += fmt::format("<h1>{}</h1>\n", markup(title));
    if (suites_.empty()) html += "<p class='quiet'>No night has been recorded yet.</p>\n";
    for (const std::string& suite : suites_) html += suite_section(suite);
    if (history_.unreadable != 0) {
      html += fmt::format("<p class='warn'>Ignored {} unreadable line{} of history.jsonl.</p>\n", history_.unreadable,
                          history_.unreadable == 1 ? "" : "s");
    }
    return html + "</body>\n</html>\n";
  }

 private:
  std::vector<const RunHistory*> runs_of(const std::string& suite) const {
    std::vector<const RunHistory*> runs;
    for (const RunHistory& run : history_.runs) {
      if (run.latest().suite == suite) runs.push_back(&run);
    }
    return runs;
  }

  static std::vector<std::string> nights_of(const std::vector<const RunHistory*>& runs) {
    std::set<std::string> nights;
    for (const RunHistory* run : runs) {
      for (const NightRun& night : run->nights) nights.insert(night.night);
    }
    return {nights.begin(), nights.end()};
  }

  std::string suite_section(const std::string& suite) const {
    const std::vector<const RunHistory*> runs = runs_of(suite);
    const std::vector<std::string> nights = nights_of(runs);
    size_t good = 0;
    size_t all = 0;
    for (const RunHistory* run : runs) {
      if (run->latest().night != nights.back()) continue;
      ++all;
      good += run->latest().status == "ok" ? 1 : 0;
    }
    std::string html = suites_.size() > 1 ? fmt::format("<h1>{}</h1>\n", markup(suite)) : std::string();
    html += fmt::format(
        "<p>Last night: {} UTC, <span class='{}'>{} of {} as expected</span>, pexplore {} on {}. {} night{} in "
        "all.</p>\n",
        shown_night(nights.back()), good == all ? "good" : "bad", good, all, markup(runs.front()->latest().version),
        markup(runs.front()->latest().host), nights.size(), nights.size() == 1 ? "" : "s");
    html += change_list(suite);
    html += run_table(runs, nights);
    return html + night_table(runs, nights);
  }

  std::string change_list(const std::string& suite) const {
    std::string html = "<h2>New since the night before</h2>\n";
    const std::vector<Change> changes = changes_of(history_, suite, false);
    if (changes.empty()) return html + "<p class='good'>Nothing.</p>\n";
    html += "<ul class='changes'>\n";
    for (const Change& change : changes) {
      html += fmt::format("<li><span class='tag {}'>{}</span> <b>{}</b>: {}</li>\n", class_of(change.kind),
                          word_of(change.kind), markup(change.run), markup(change.text));
    }
    return html + "</ul>\n";
  }

  // One mark per night of the suite: as expected, unexpected, or not run.
  static std::string marks(const RunHistory& run, const std::vector<std::string>& nights) {
    std::map<std::string, const NightRun*> by_night;
    for (const NightRun& night : run.nights) by_night[night.night] = &night;
    std::string html = "<span class='marks'>";
    for (size_t i = nights.size() - std::min(nights.size(), kNightsShown); i < nights.size(); ++i) {
      const auto found = by_night.find(nights[i]);
      if (found == by_night.end()) {
        html += fmt::format("<i class='none' title='{}: not run'></i>", shown_night(nights[i]));
        continue;
      }
      html += fmt::format("<i{} title='{}: {}'></i>", found->second->status == "ok" ? "" : " class='bad'",
                          shown_night(nights[i]), markup(found->second->outcome));
    }
    return html + "</span>";
  }

  // The axis starts at zero, so that a small change looks small. One night is a dot.
  static std::string curve(const RunHistory& run, double (*figure)(const NightRun&), bool off) {
    const size_t first = run.nights.size() - std::min(run.nights.size(), kNightsShown);
    double most = 0;
    for (size_t i = first; i < run.nights.size(); ++i) most = std::max(most, figure(run.nights[i]));
    constexpr double kWidth = 106;
    constexpr double kHeight = 20;
    std::string points;
    double x = 2;
    double y = 2;
    const size_t count = run.nights.size() - first;
    for (size_t i = 0; i < count; ++i) {
      x = 2 + (count == 1 ? kWidth : kWidth * static_cast<double>(i) / static_cast<double>(count - 1));
      y = 2 + kHeight - (most > 0 ? kHeight * figure(run.nights[first + i]) / most : 0);
      points += fmt::format("{}{:.1f},{:.1f}", i == 0 ? "" : " ", x, y);
    }
    return fmt::format(
        "<svg class='curve{}' viewBox='0 0 110 24' role='img' aria-label='{} nights'><polyline points='{}'/>"
        "<circle cx='{:.1f}' cy='{:.1f}' r='2.5'/></svg>",
        off ? " off" : "", count, points, x, y);
  }

  static std::string run_row(const RunHistory& run, const std::vector<std::string>& nights) {
    const NightRun& now = run.latest();
    bool slow = false;
    bool large = false;
    for (const Change& change : changes_of(run)) {
      slow = slow || (change.kind == Change::Kind::Warning && change.text.starts_with("time"));
      large = large || (change.kind == Change::Kind::Warning && change.text.starts_with("memory"));
    }
    std::string details;
    if (now.night != nights.back())
      details += fmt::format("<div class='quiet'>last run {}</div>", shown_night(now.night));
    if (!now.difference.empty()) details += fmt::format("<div class='bad'>{}</div>", markup(now.difference));
    for (const std::string& error : now.errors) details += fmt::format("<div class='quiet'>{}</div>", markup(error));
    if (!now.kept.empty()) details += fmt::format("<div class='quiet'>kept in {}</div>", markup(now.kept));
    const auto cell = [](std::string_view what, std::string_view more, const std::string& content) {
      return fmt::format("<td class='l{}' data-what='{}'><span>{}</span></td>", more, what, content);
    };
    return fmt::format("<tr><td class='l name'>{}{}</td>", markup(now.title()), details) +
           cell("verdict", now.status == "ok" ? "" : " bad", markup(now.outcome)) +
           cell("nights", "", marks(run, nights)) + cell("states", "", now.states == 0 ? "" : grouped(now.states)) +
           cell("time", slow ? " warn" : "",
                format_duration(now.seconds) + ' ' +
                    curve(
                        run, [](const NightRun& r) { return r.seconds; }, slow)) +
           cell("memory", large ? " warn" : "",
                format_bytes(now.peak_bytes) + ' ' +
                    curve(
                        run, [](const NightRun& r) { return static_cast<double>(r.peak_bytes); }, large)) +
           "</tr>\n";
  }

  static std::string run_table(const std::vector<const RunHistory*>& runs, const std::vector<std::string>& nights) {
    std::string html =
        "<h2>Runs</h2>\n<div class='table'><table class='runs'>\n<thead><tr><th class='l'>model</th><th "
        "class='l'>verdict</th><th class='l'>nights</th><th class='l'>states</th><th class='l'>time</th><th "
        "class='l'>memory</th></tr></thead>\n<tbody>\n";
    for (const RunHistory* run : runs) html += run_row(*run, nights);
    return html + "</tbody></table></div>\n";
  }

  static std::string night_table(const std::vector<const RunHistory*>& runs, const std::vector<std::string>& nights) {
    struct Night {
      size_t runs = 0;
      size_t good = 0;
      double seconds = 0;
      std::string version;
      std::string host;
    };
    std::map<std::string, Night> all;
    for (const RunHistory* run : runs) {
      for (const NightRun& one : run->nights) {
        Night& night = all[one.night];
        ++night.runs;
        night.good += one.status == "ok" ? 1 : 0;
        night.seconds += one.seconds;
        night.version = one.version;
        night.host = one.host;
      }
    }
    std::string html =
        "<h2>Nights</h2>\n<div class='table'><table>\n<thead><tr><th class='l'>begun (UTC)</th><th>as expected</th>"
        "<th>time of all runs</th><th class='l'>pexplore</th><th class='l'>machine</th></tr></thead>\n<tbody>\n";
    for (size_t i = nights.size(); i-- > nights.size() - std::min(nights.size(), kNightsListed);) {
      const Night& night = all[nights[i]];
      html += fmt::format(
          "<tr><td class='l'>{}</td><td class='{}'>{} of {}</td><td>{}</td><td class='l'>{}</td><td "
          "class='l'>{}</td></tr>\n",
          shown_night(nights[i]), night.good == night.runs ? "" : "bad", night.good, night.runs,
          format_duration(night.seconds), markup(night.version), markup(night.host));
    }
    return html + "</tbody></table></div>\n";
  }

  const History& history_;
  std::vector<std::string> suites_;
};

}  // namespace

std::string history_page(const History& history) {
  return HistoryPage(history).write();
}

}  // namespace px::batch
