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
constexpr double kLeft = 72;
constexpr double kRight = 16;
constexpr double kTop = 12;
constexpr double kBottom = 44;

constexpr double kBarHeight = 18;
constexpr double kBarStep = 26;
constexpr double kBarNames = 200;
constexpr double kBarValues = 84;

// At most four digits, without trailing zeros.
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

// One axis: maps values to positions on the page.
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

// 1, 2 or 5 times a power of ten, such that about `count` steps reach `high`.
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

// Powers of the base, thinned out if there are many; for base ten with 2 and 5 in between if there are few.
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

struct Range {
  double low = HUGE_VAL;
  double high = -HUGE_VAL;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

// The horizontal and vertical ranges of the chart's data; from 0 to 1 if there is none.
std::pair<Range, Range> ranges(const LineChart& chart) {
  Range x;
  Range y;
  const auto look = [&](const std::vector<Point>& points) {
    for (const Point& point : points) {
      x.add(point.x);
      y.add(point.low);
      y.add(point.high);
    }
  };
  for (const Series& series : chart.series) look(series.points);
  look(chart.ideal);
  if (x.low > x.high) return {{0, 1}, {0, 1}};
  // Reserve the place of a value for which nothing can be drawn.
  for (const double tick : chart.x_ticks) x.add(tick);
  return {x, y};
}

// Each series gets its own mark, so that it is distinguishable without colour. Four shapes, then the same ones hollow.
std::string mark(size_t style, double x, double y, double size) {
  const std::string_view kind = style % 8 < 4 ? "" : " class='hollow'";
  switch (style % 4) {
    case 0: return fmt::format("<circle{} cx='{:.1f}' cy='{:.1f}' r='{:.1f}'/>", kind, x, y, size);
    case 1:
      return fmt::format("<rect{3} x='{0:.1f}' y='{1:.1f}' width='{2:.1f}' height='{2:.1f}'/>", x - size * 0.92,
                         y - size * 0.92, size * 1.85, kind);
    case 2:
      return fmt::format("<path{} d='M{:.1f} {:.1f}l{:.1f} {:.1f}h{:.1f}z'/>", kind, x, y - size * 1.4, size * 1.25,
                         size * 2.15, size * -2.5);
    default:
      return fmt::format("<path{3} d='M{0:.1f} {1:.1f}l{2:.1f} {2:.1f}-{2:.1f} {2:.1f}-{2:.1f}-{2:.1f}z'/>", x,
                         y - size * 1.25, size * 1.25, kind);
  }
}

std::string text_at(double x, double y, std::string_view anchor, const std::string& text) {
  return fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}'>{}</text>", x, y, anchor, markup(text));
}

// A legend sample of a series: its line, with its mark on it.
std::string legend_entry(const Series& series, bool marks) {
  return fmt::format(
      "<span><svg class='key wide' viewBox='0 0 26 14'><g class='s{0}'><path class='line' stroke-width='2' "
      "d='M0 7H26'/>{1}</g></svg>{2}</span>",
      series.style, marks ? mark(series.style, 13, 7, 4) : "", markup(series.name));
}

std::string figure(const std::string& title, const std::string& legend, double height, std::string_view kind,
                   const std::string& picture) {
  return fmt::format(
      "<figure><figcaption>{0}</figcaption><div class='legend'>{1}</div>"
      "<svg class='{5}' viewBox='0 0 {2} {3:.0f}' role='img' aria-label='{0}'>{4}</svg></figure>\n",
      markup(title), legend, kWidth, height, picture, kind);
}

std::string y_grid(const Axis& axis, const Scale& y, Unit unit) {
  std::string text;
  for (const double tick : axis.ticks) {
    text += fmt::format("<path class='grid' d='M{} {:.1f}H{}'/>", kLeft, y(tick), kWidth - kRight);
    text += text_at(kLeft - 8, y(tick) + 4, "end", axis_text(tick, unit));
  }
  return text;
}

// Labels of ticks, from the last to the first; one that would overlap its neighbour is left out.
std::string x_marks(const LineChart& chart, const std::vector<double>& ticks, const Scale& x) {
  constexpr double kWidthOfALetter = 10;  // on narrow pages, where letters are large
  std::string text = fmt::format("<path class='axis' d='M{} {}H{}'/>", kLeft, kHeight - kBottom, kWidth - kRight);
  double room = HUGE_VAL;
  for (size_t i = ticks.size(); i-- > 0;) {
    const std::string name = i < chart.x_names.size() ? chart.x_names[i] : axis_text(ticks[i], Unit::Count);
    const double half = static_cast<double>(name.size()) * kWidthOfALetter / 2;
    if (x(ticks[i]) + half > room) continue;
    room = x(ticks[i]) - half;
    text += text_at(x(ticks[i]), kHeight - kBottom + 18, "middle", name);
  }
  return text + text_at((kLeft + kWidth - kRight) / 2, kHeight - 6, "middle", chart.x_label);
}

std::string path_of(const std::vector<Point>& points, const Scale& x, const Scale& y) {
  std::string path;
  for (const Point& point : points)
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x(point.x), y(point.y));
  return path;
}

// A stroke from the smallest to the largest measurement, if it would be visible.
std::string spread_of(const Point& point, const Scale& x, const Scale& y) {
  if (std::abs(y(point.high) - y(point.low)) < 2) return "";
  return fmt::format("<path class='spread' d='M{:.1f} {:.1f}h8m-4 0V{:.1f}m-4 0h8'/>", x(point.x) - 4, y(point.low),
                     y(point.high));
}

// Whether two series overlap in the picture, for at least one stretch between neighbouring points.
bool coincide(const Series& one, const Series& other, const Scale& y) {
  constexpr double kNear = 2;
  const size_t stretch = std::min<size_t>({2, one.points.size(), other.points.size()});
  size_t together = 0;
  for (size_t i = 0, j = 0; i < one.points.size() && j < other.points.size();) {
    const Point& a = one.points[i];
    const Point& b = other.points[j];
    together = a.x == b.x && std::abs(y(a.y) - y(b.y)) < kNear ? together + 1 : 0;
    if (together == stretch && stretch > 0) return true;
    i += a.x <= b.x ? 1 : 0;
    j += b.x <= a.x ? 1 : 0;
  }
  return false;
}

// All lines have the same width, unless some overlap, as those of strategies that store the same states do: then each
// later line is wider and further back, so that all of them are visible.
std::vector<double> extra_widths(const LineChart& chart, const Scale& y) {
  constexpr double kStep = 2;
  std::vector<double> extra(chart.series.size(), 0);
  for (size_t i = 0; i < extra.size(); ++i) {
    for (size_t earlier = 0; earlier < i; ++earlier) {
      if (coincide(chart.series[i], chart.series[earlier], y)) extra[i] = std::max(extra[i], extra[earlier] + kStep);
    }
  }
  return extra;
}

std::string series_lines(const LineChart& chart, const Scale& x, const Scale& y) {
  std::string text;
  if (!chart.ideal.empty()) text += fmt::format("<path class='ideal' d='{}'/>", path_of(chart.ideal, x, y));
  const std::vector<double> extra = extra_widths(chart, y);
  for (size_t i = chart.series.size(); i-- > 0;) {
    const Series& series = chart.series[i];
    text += fmt::format("<g class='s{}'><path class='line' stroke-width='{:.1f}' d='{}'/>", series.style, 2 + extra[i],
                        path_of(series.points, x, y));
    for (const Point& point : series.points) {
      if (!chart.marks && series.points.size() > 1) break;
      text += spread_of(point, x, y);
      text += fmt::format("<g>{}<title>{}, {} {}: {}</title></g>",
                          mark(series.style, x(point.x), y(point.y), 4 + 0.8 * extra[i]), markup(series.name),
                          markup(chart.x_label), short_number(point.x), axis_text(point.y, chart.y_unit));
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

bool far_apart(const LineChart& chart) {
  // On an axis from zero, values below a twentieth of the largest could not be distinguished.
  const Range y = ranges(chart).second;
  return y.low > 0 && y.high > 20 * y.low;
}

std::string line_chart(const LineChart& chart) {
  const auto [x_range, y_range] = ranges(chart);
  // Bytes and factors use powers of two.
  const double base = chart.y_unit == Unit::Bytes || chart.y_unit == Unit::Factor ? 2 : 10;
  const Axis y_axis = chart.y_log ? log_axis(y_range.low, y_range.high, base) : linear_axis(y_range.high);
  // Keep the end marks away from the frame.
  const double inset = chart.marks ? 14 : 0;
  const Scale x(x_range.low, x_range.high, kLeft + inset, kWidth - kRight - inset, chart.x_log2 ? 2 : 0);
  const Scale y(y_axis.low, y_axis.high, kHeight - kBottom, kTop, chart.y_log ? 10 : 0);
  std::vector<double> ticks = chart.x_ticks;
  if (ticks.empty()) {
    for (const double tick : linear_axis(x_range.high).ticks) {
      if (tick >= x_range.low && tick <= x_range.high) ticks.push_back(tick);
    }
  }
  std::string legend;
  for (const Series& series : chart.series) legend += legend_entry(series, chart.marks);
  if (!chart.ideal.empty()) {
    legend += "<span><svg class='key wide' viewBox='0 0 26 14'><path class='ideal' d='M0 7H26'/></svg>ideal</span>";
  }
  return figure(chart.title, legend, kHeight, "plot",
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
  return figure(chart.title, legend, y + 6, "bars", picture);
}

}  // namespace px::batch
