// The style of pages for people: studies and histories of suites.
#pragma once

#include <string_view>

namespace px::batch {

// Colours by [light, dark]; distinguishable with red-green colour blindness, and readable on either background.
inline constexpr std::string_view kPageStyle = R"(
:root { --page: #ffffff; --text: #1d2430; --quiet: #566070; --rule: #dde2e9; --card: #f5f7fa; --bad: #b3261e; --good: #1a6b3c; --warn: #8a5a00;
  --s0: #1f5fbf; --s1: #b95000; --s2: #13795b; --s3: #8a3ea8; --s4: #a8325a; --s5: #6b6a12; --s6: #0b7285; --s7: #5f6b7a; }
@media (prefers-color-scheme: dark) { :root { --page: #14181f; --text: #e6eaf0; --quiet: #a0abba; --rule: #343c48;
  --card: #1d232c; --bad: #ff8a80; --good: #7fd6a2; --warn: #f0c060; --s0: #6ea8ff; --s1: #ffa14d; --s2: #4fd1a5; --s3: #cf94ea;
  --s4: #ff8fb0; --s5: #d6cf5c; --s6: #5fcfe0; --s7: #aab4c2; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 78rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .2rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .8rem; }
p { margin: .3rem 0; max-width: 60rem; } ul { margin: .3rem 0; } li { max-width: 60rem; overflow-wrap: anywhere; } .quiet { color: var(--quiet); } .good { color: var(--good); } .bad { color: var(--bad); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: 1.2rem; align-items: start; }
figure { margin: 0; padding: .9rem 1rem .6rem; background: var(--card); border-radius: 8px; }
figcaption { font-weight: 600; } figure svg { display: block; width: 100%; height: auto; }
.legend { display: flex; flex-wrap: wrap; gap: .1rem 1rem; min-height: 1.4rem; font-size: .85rem; color: var(--quiet); }
.stack { display: grid; gap: 1.2rem; align-content: start; min-width: 0; }
.legend span { display: inline-flex; align-items: center; gap: .35rem; } .legend svg.key { width: 12px; height: 12px; }
.legend svg.wide { width: 26px; height: 14px; } .hollow { fill: var(--card); stroke-width: 2; }
.spread { fill: none; stroke-width: 1.2; } .line, .spread { stroke-linejoin: round; fill: none; }
svg text { font-size: 12px; fill: var(--quiet); } @media (max-width: 40rem) { svg.plot text { font-size: 16px; }
  svg.bars text { font-size: 14px; } } .grid { stroke: var(--rule); stroke-width: 1; }
.axis { stroke: var(--quiet); stroke-width: 1; } .ideal { stroke: var(--quiet); stroke-dasharray: 5 4; stroke-width: 1.5; fill: none; }
.s0 { fill: var(--s0); stroke: var(--s0); } .s1 { fill: var(--s1); stroke: var(--s1); } .s2 { fill: var(--s2); stroke: var(--s2); }
.s3 { fill: var(--s3); stroke: var(--s3); } .s4 { fill: var(--s4); stroke: var(--s4); } .s5 { fill: var(--s5); stroke: var(--s5); }
.s6 { fill: var(--s6); stroke: var(--s6); } .s7 { fill: var(--s7); stroke: var(--s7); }
svg.bars rect { stroke: none; }
.table { overflow-x: auto; } table { border-collapse: collapse; font-size: .87rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .8rem .25rem 0; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--rule); }
th { color: var(--quiet); font-weight: 600; } .l { text-align: left; } td.wrap { white-space: normal; }
)";

}  // namespace px::batch
