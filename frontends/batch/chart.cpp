#include "frontends/batch/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

#include "frontends/batch/markup.h"

namespace px::batch {
namespace {

constexpr double kWidth = 560;
constexpr double kHeight = 300;
constexpr double kLeft = 64;
constexpr double kRight = 16;
constexpr double kTop = 12;
constexpr double kBottom = 44;

constexpr double kBarHeight = 18;
constexpr double kBarStep = 26;
constexpr double kBarNames = 190;
constexpr double kBarValues = 84;

// Four digits at most, without zeros at the end.
std::string short_number(double value) {
  std::string text = fmt::format("{:.3g}", value);
  if (text.find('e') != std::string::npos) text = fmt::format("{:.0f}", value);
  return text;
}

std::string with_prefix(double value, double step, const std::array<std::string_view, 5>& names) {
  size_t i = 0;
  for (; i + 1 < names.size() && std::abs(value) >= step; ++i) value /= step;
  return fmt::format("{}{}{}", short_number(value), names[i].empty() ? "" : " ", names[i]);
}

// One axis: values to places on the page.
class Scale {
 public:
  Scale(double low, double high, double from, double to, double log_base)
      : base_(log_base), low_(place(low)), high_(place(high)), from_(from), to_(to) {
    if (high_ <= low_) high_ = low_ + 1;
  }
  double operator()(double value) const { return from_ + (place(value) - low_) / (high_ - low_) * (to_ - from_); }

 private:
  double place(double value) const { return base_ > 0 ? std::log(value) / std::log(base_) : value; }

  double base_;  // 0: linear
  double low_;
  double high_;
  double from_;
  double to_;
};

// 1, 2 or 5 times a power of ten, so that about `count` steps go up to `high`.
double round_step(double high, double count) {
  const double raw = high / count;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  const double digit = raw / power;
  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

struct Axis {
  double low = 0;
  double high = 1;
  std::vector<double> ticks;
};

Axis linear_axis(double high) {
  Axis axis;
  const double step = round_step(high > 0 ? high : 1, 5);
  for (int i = 0; i == 0 || axis.high < high; ++i) {
    axis.high = step * (i + 1);
    axis.ticks.push_back(step * i);
  }
  axis.ticks.push_back(axis.high);
  return axis;
}

// Powers of the base, thinned out where there are many; of ten also 2 and 5 between them where there are few.
Axis log_axis(double low, double high, double base) {
  Axis axis;
  const double first = std::floor(std::log(low) / std::log(base) + 1e-9);
  const double last = std::max(first + 1, std::ceil(std::log(high) / std::log(base) - 1e-9));
  const double step = std::ceil((last - first) / 7);
  for (double power = first; power <= last; power += step) {
    axis.ticks.push_back(std::pow(base, power));
    if (base != 10 || last - first > 2 || power == last) continue;
    axis.ticks.push_back(2 * std::pow(base, power));
    axis.ticks.push_back(5 * std::pow(base, power));
  }
  axis.low = std::pow(base, first);
  axis.high = std::pow(base, last);
  return axis;
}

std::pair<double, double> range(const LineChart& chart, double std::pair<double, double>::*side) {
  double low = HUGE_VAL;
  double high = -HUGE_VAL;
  const auto look = [&](const std::vector<std::pair<double, double>>& points) {
    for (const auto& point : points) {
      low = std::min(low, point.*side);
      high = std::max(high, point.*side);
    }
  };
  for (const Series& series : chart.series) look(series.points);
  look(chart.ideal);
  return low <= high ? std::pair{low, high} : std::pair{0.0, 1.0};
}

// A mark of its own for each series: colour is not the only thing that tells them apart.
std::string mark(size_t style, double x, double y, double size) {
  switch (style % 4) {
    case 0: return fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{:.1f}'/>", x, y, size);
    case 1:
      return fmt::format("<rect x='{0:.1f}' y='{1:.1f}' width='{2:.1f}' height='{2:.1f}'/>", x - size * 0.92,
                         y - size * 0.92, size * 1.85);
    case 2:
      return fmt::format("<path d='M{:.1f} {:.1f}l{:.1f} {:.1f}h{:.1f}z'/>", x, y - size * 1.4, size * 1.25,
                         size * 2.15, size * -2.5);
    default:
      return fmt::format("<path d='M{0:.1f} {1:.1f}l{2:.1f} {2:.1f}-{2:.1f} {2:.1f}-{2:.1f}-{2:.1f}z'/>", x,
                         y - size * 1.25, size * 1.25);
  }
}

std::string text_at(double x, double y, std::string_view anchor, const std::string& text) {
  return fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}'>{}</text>", x, y, anchor, markup(text));
}

std::string legend_entry(size_t style, const std::string& name) {
  return fmt::format("<span><svg class='key s{0}' viewBox='0 0 14 14'>{1}</svg>{2}</span>", style, mark(style, 7, 7, 4),
                     markup(name));
}

std::string figure(const std::string& title, const std::string& legend, double height, const std::string& picture) {
  return fmt::format(
      "<figure><figcaption>{0}</figcaption><div class='legend'>{1}</div>"
      "<svg viewBox='0 0 {2} {3:.0f}' role='img' aria-label='{0}'>{4}</svg></figure>\n",
      markup(title), legend, kWidth, height, picture);
}

std::string y_grid(const Axis& axis, const Scale& y, Unit unit) {
  std::string text;
  for (const double tick : axis.ticks) {
    text += fmt::format("<path class='grid' d='M{} {:.1f}H{}'/>", kLeft, y(tick), kWidth - kRight);
    text += text_at(kLeft - 8, y(tick) + 4, "end", axis_text(tick, unit));
  }
  return text;
}

std::string x_marks(const LineChart& chart, const std::vector<double>& ticks, const Scale& x) {
  std::string text = fmt::format("<path class='axis' d='M{} {}H{}'/>", kLeft, kHeight - kBottom, kWidth - kRight);
  for (size_t i = 0; i < ticks.size(); ++i) {
    const std::string name = i < chart.x_names.size() ? chart.x_names[i] : axis_text(ticks[i], Unit::Count);
    text += text_at(x(ticks[i]), kHeight - kBottom + 18, "middle", name);
  }
  return text + text_at((kLeft + kWidth - kRight) / 2, kHeight - 6, "middle", chart.x_label);
}

std::string path_of(const std::vector<std::pair<double, double>>& points, const Scale& x, const Scale& y) {
  std::string path;
  for (const auto& [at, value] : points)
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x(at), y(value));
  return path;
}

// The later a series, the wider its line and the further behind: where lines run on top of one another, as those of
// strategies that store the same states do, all of them are seen.
std::string series_lines(const LineChart& chart, const Scale& x, const Scale& y) {
  std::string text;
  if (!chart.ideal.empty()) text += fmt::format("<path class='ideal' d='{}'/>", path_of(chart.ideal, x, y));
  for (size_t i = chart.series.size(); i-- > 0;) {
    const Series& series = chart.series[i];
    const double wider = 1.6 * static_cast<double>(std::min<size_t>(i, 3));
    text += fmt::format("<g class='s{}'><path class='line' stroke-width='{:.1f}' d='{}'/>", series.style, 2 + wider,
                        path_of(series.points, x, y));
    for (const auto& [at, value] : series.points) {
      if (!chart.marks && series.points.size() > 1) break;
      text += fmt::format("<g>{}<title>{}, {} {}: {}</title></g>", mark(series.style, x(at), y(value), 3.5 + wider),
                          markup(series.name), markup(chart.x_label), short_number(at), axis_text(value, chart.y_unit));
    }
    text += "</g>";
  }
  return text;
}

}  // namespace

std::string axis_text(double value, Unit unit) {
  switch (unit) {
    case Unit::Count: return with_prefix(value, 1000, {"", "k", "M", "G", "T"});
    case Unit::Bytes: return with_prefix(value, 1024, {"B", "KiB", "MiB", "GiB", "TiB"});
    case Unit::Percent: return fmt::format("{:.0f} %", value * 100);
    case Unit::Factor: return with_prefix(value, 1000, {"", "k", "M", "G", "T"}) + "×";
    case Unit::Seconds: break;
  }
  if (value == 0 || value >= 1) return short_number(value) + " s";
  if (value >= 1e-3) return short_number(value * 1e3) + " ms";
  return short_number(value * 1e6) + " µs";
}

std::string line_chart(const LineChart& chart) {
  const auto [x_low, x_high] = range(chart, &std::pair<double, double>::first);
  const auto [y_low, y_high] = range(chart, &std::pair<double, double>::second);
  // Bytes and factors are counted in powers of two.
  const double base = chart.y_unit == Unit::Bytes || chart.y_unit == Unit::Factor ? 2 : 10;
  const Axis y_axis = chart.y_log ? log_axis(y_low, y_high, base) : linear_axis(y_high);
  // Marks at the ends keep a distance from the frame.
  const double inset = chart.marks ? 14 : 0;
  const Scale x(x_low, x_high, kLeft + inset, kWidth - kRight - inset, chart.x_log2 ? 2 : 0);
  const Scale y(y_axis.low, y_axis.high, kHeight - kBottom, kTop, chart.y_log ? 10 : 0);
  std::vector<double> ticks = chart.x_ticks;
  if (ticks.empty()) {
    for (const double tick : linear_axis(x_high).ticks) {
      if (tick >= x_low && tick <= x_high) ticks.push_back(tick);
    }
  }
  std::string legend;
  for (const Series& series : chart.series) legend += legend_entry(series.style, series.name);
  if (!chart.ideal.empty()) {
    legend += "<span><svg class='key' viewBox='0 0 14 14'><path class='ideal' d='M0 7H14'/></svg>ideal</span>";
  }
  return figure(chart.title, legend, kHeight,
                y_grid(y_axis, y, chart.y_unit) + x_marks(chart, ticks, x) + series_lines(chart, x, y));
}

std::string bar_chart(const BarChart& chart) {
  double high = 0;
  for (const BarChart::Bar& bar : chart.bars) {
    double sum = 0;
    for (const double value : bar.values) sum += value;
    high = std::max(high, sum);
  }
  const double room = kWidth - kBarNames - kBarValues;
  std::string picture;
  double y = 4;
  for (size_t i = 0; i < chart.bars.size(); ++i, y += kBarStep) {
    const BarChart::Bar& bar = chart.bars[i];
    picture += text_at(kBarNames - 8, y + 13, "end", bar.name);
    double x = kBarNames;
    for (size_t part = 0; part < bar.values.size(); ++part) {
      const double width = high > 0 ? bar.values[part] / high * room : 0;
      const size_t style = chart.styles[chart.parts.size() == 1 ? i : part];
      // A gap of the page's colour separates parts.
      if (width > 0.3) {
        picture += fmt::format(
            "<rect class='s{}' x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{}'><title>{} {}: {:.1f} %"
            "</title></rect>",
            style, x, y, std::max(width - 1, 0.3), kBarHeight, markup(bar.name), markup(chart.parts[part]),
            high > 0 ? 100 * bar.values[part] / high : 0);
      }
      x += width;
    }
    picture += text_at(x + 8, y + 13, "start", bar.shown);
  }
  std::string legend;
  if (chart.parts.size() > 1) {
    for (size_t part = 0; part < chart.parts.size(); ++part) {
      legend += fmt::format(
          "<span><svg class='key s{}' viewBox='0 0 14 14'><rect x='1' y='1' width='12' height='12'/>"
          "</svg>{}</span>",
          chart.styles[part], markup(chart.parts[part]));
    }
  }
  return figure(chart.title, legend, y + 6, picture);
}

}  // namespace px::batch
