// Charts as inline SVG. They contain no colours: lines, marks and bars have classes (s0, s1, ..., grid, ideal), which
// the page styles for light and dark mode.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace px::batch {

enum class Unit : uint8_t { Count, Seconds, Bytes, Percent, Factor };

struct Point {
  double x = 0;
  double y = 0;
  double low = y;  // of several measurements: the smallest and the largest, drawn as a thin stroke
  double high = y;
};

struct Series {
  std::string name;
  size_t style = 0;  // selects colour and mark: a strategy looks the same in all charts
  std::vector<Point> points;
};

struct LineChart {
  std::string title;
  std::string x_label;
  Unit y_unit = Unit::Count;
  bool x_log2 = false;                 // numbers of threads
  bool y_log = false;                  // otherwise linear, from zero
  bool marks = true;                   // a mark at each point
  std::vector<double> x_ticks{};       // empty: round numbers
  std::vector<std::string> x_names{};  // labels of the ticks, if they are not numbers
  std::vector<Series> series{};
  std::vector<Point> ideal{};  // a dashed line; may be empty
};

struct BarChart {
  struct Bar {
    std::string name;
    std::vector<double> values;  // one per part
    std::string shown;           // beside the bar
  };
  std::string title;
  std::vector<std::string> parts;  // one part: no legend
  std::vector<size_t> styles;      // per part, or per bar if there is one part
  std::vector<Bar> bars;
};

// Whether an axis from zero would leave no room for the smallest values.
bool far_apart(const LineChart& chart);

// A figure of a page: title, legend and picture.
std::string line_chart(const LineChart& chart);
std::string bar_chart(const BarChart& chart);

// "1.5 M", "12 ms", "3 GiB", "80 %", "4 x": short enough for an axis.
std::string axis_text(double value, Unit unit);

}  // namespace px::batch
