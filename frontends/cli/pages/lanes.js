// One lane per process; time runs downwards, and arrows are messages.
const acting = new Set();
let byNobody = false;
for (const { step, process } of rows) {
  if (process) acting.add(process.process);
  if (step) step.p.length ? step.p.forEach((part) => acting.add(part[0])) : (byNobody = true);
}
const laneNames = [...(byNobody || !acting.size ? ['model'] : []), ...run.processes.filter((name) => acting.has(name))];
const laneOf = new Map(laneNames.map((name, i) => [name, i]));
const kLeft = 56;
const kGap = run.messages.length ? 42 : 24;  // beside a box: labelled arrows need room
let laneWidth = 160;
const middle = (lane) => kLeft + lane * laneWidth + laneWidth / 2;

const heads = make('div', 'heads');
$('lanes').prepend(heads);
lanes.top = 26;

// Messages by blocks of rows, so that those that cross the viewport are found without scanning all.
const kBlock = 64;
const crossing = new Map();
for (const message of run.messages) {
  if (message.s === null && message.e === null) continue;
  const from = message.s === null ? message.e + 1 : message.s + 1;
  const to = message.e === null ? from : message.e + 1;
  for (let block = Math.floor(from / kBlock); block <= Math.floor(to / kBlock); ++block) {
    if (!crossing.has(block)) crossing.set(block, []);
    crossing.get(block).push(message);
  }
}
function messagesIn(first, last) {
  const found = new Set();
  for (let block = Math.floor(first / kBlock); block <= Math.floor(last / kBlock); ++block) {
    for (const message of crossing.get(block) || []) found.add(message);
  }
  return found;
}

let laidOut = 0;
function setLaneWidth() {
  const room = (lanes.wide - kLeft - 4) / laneNames.length;
  laneWidth = Math.round(Math.max(kGap * 2 + 90, Math.min(room, 300)));
  const width = kLeft + laneWidth * laneNames.length;
  if (width === laidOut) return width;
  laidOut = width;
  lanes.fill.style.width = heads.style.width = width + 'px';
  heads.replaceChildren(...['', ...laneNames].map((name, i) => {
    const head = make('span', '', name);
    head.style.width = (i ? laneWidth : kLeft) + 'px';
    head.title = name;
    return head;
  }));
  return width;
}

function drawLanes(first, last) {
  const width = setLaneWidth();
  const y = (row) => (row - first) * 26 + 13;
  const height = (last - first) * 26;
  let svg = '';
  laneNames.forEach((name, i) => { svg += `<line class="lane" x1="${middle(i)}" y1="0" x2="${middle(i)}" y2="${height}"/>`; });
  for (let row = first; row < last; ++row) svg += boxesOf(row, y(row), width);
  for (const message of messagesIn(first, last)) svg += arrowOf(message, y);
  if (loopFrom > 0) {
    const end = steps.length + 1;
    const from = Math.max(y(loopFrom), -20), to = Math.min(y(end), height + 20);
    if (to > from) svg += `<path class="loop" d="M ${kLeft - 2} ${to} H ${kLeft - 8} V ${from} H ${kLeft - 2} m -5 -4 l 5 4 l -5 4"/>`;
  }
  const window = make('div');
  window.innerHTML = `<svg width="${width}" height="${height}" aria-hidden="true">${svg}</svg>`;
  return window;
}

// Moves the bar of the current row, marks its boxes, and scrolls its lane into view.
const bar = make('div', 'nowrow');
lanes.fill.prepend(bar);
function markLane(row) {
  bar.style.transform = `translateY(${row * 26}px)`;
  for (const box of document.querySelectorAll('#lanes g.now')) box.classList.remove('now');
  for (const box of document.querySelectorAll(`#lanes g[data-row="${row}"]`)) box.classList.add('now');
  const actor = rows[row].process ? rows[row].process.process : rows[row].step && rows[row].step.p.length ? rows[row].step.p[0][0] : null;
  if (actor === null || kLeft + laneWidth * laneNames.length <= lanes.wide) return;
  const left = middle(laneOf.get(actor)) - laneWidth / 2, box = $('lanes');
  if (left < box.scrollLeft) box.scrollLeft = left - kLeft;
  else if (left + laneWidth > box.scrollLeft + lanes.wide) box.scrollLeft = left + laneWidth - lanes.wide;
}

function boxesOf(row, y, width) {
  const [number, , , what] = wordsOf(row);
  const { kind, step, process } = rows[row];
  let svg = `<text class="quiet" x="${kLeft - 14}" y="${y + 4}" text-anchor="end">${escaped(number)}</text>`;
  if (kind === 'start') return svg;
  if (kind === 'loop' || kind === 'end') {
    return svg + `<text class="label" x="${kLeft + 6}" y="${y + 4}">${escaped(shortened(what, Math.floor(width / 7)))}</text>`;
  }
  const box = (lane, words) => {
    const half = laneWidth / 2 - kGap;
    const shown = shortened(words, Math.floor((2 * half - 8) / 7));
    svg += `<g data-row="${row}" class="${row === at ? 'now ' : ''}${isWrong(row) ? 'wrong' : ''}"><title>${escaped(words)}</title>` +
      `<rect class="box" x="${middle(lane) - half}" y="${y - 10}" width="${2 * half}" height="20" rx="4"/>` +
      `<text x="${middle(lane)}" y="${y + 4}" text-anchor="middle">${escaped(shown)}</text></g>`;
  };
  if (process) box(laneOf.get(process.process), 'stuck at ' + process.location);
  else if (!step.p.length) box(0, step.t);
  else for (const part of step.p) box(laneOf.get(part[0]), part[1]);
  if (step && step.p.length > 1) {
    svg += arrow(laneOf.get(step.p[0][0]), y, laneOf.get(step.p[1][0]), y, '', '');
  }
  return svg;
}

function arrow(from, y1, to, y2, label, title) {
  const half = laneWidth / 2 - kGap;
  const side = from < to ? 1 : from > to ? -1 : 0;
  const x1 = middle(from) + (side || 1) * half;
  const x2 = middle(to) - (side || -1) * half;
  const tip = `m ${side > 0 ? -6 : 6} -4 l ${side > 0 ? 6 : -6} 4 l ${side > 0 ? -6 : 6} 4`;
  const path = side ? `M ${x1} ${y1} L ${x2} ${y2} ${tip}` : `M ${x1} ${y1} C ${x1 + 26} ${y1} ${x1 + 26} ${y2} ${x2} ${y2} ${tip}`;
  const words = label ? `<text class="label" x="${(x1 + x2) / 2 + (side ? 0 : 20)}" y="${(y1 + y2) / 2 + 4}" text-anchor="middle">${escaped(shortened(label, 24))}</text>` : '';
  return `<g><title>${escaped(title)}</title><path class="message" d="${path}"/>${words}</g>`;
}

// A message without a receiver remains in its channel at the end: its arrow ends in an open circle.
function arrowOf(message, y) {
  const label = message.c + ': ' + message.t;
  const lane = (name) => laneOf.get(name) || 0;
  const half = laneWidth / 2 - kGap;
  if (message.s !== null && message.e !== null) {
    const title = `${label}, sent by ${message.from || 'the model'}, received by ${message.to || 'the model'}`;
    if (message.s === message.e) return '';
    return arrow(lane(message.from), y(message.s + 1), lane(message.to), y(message.e + 1), label, title);
  }
  const sent = message.s !== null;
  const x = middle(lane(sent ? message.from : message.to)) + (sent ? half : -half);
  const at = y((sent ? message.s : message.e) + 1);
  const end = x + (sent ? 16 : -16);
  const title = label + (sent ? ', which nobody receives in this run' : ', which was there before');
  return `<g><title>${escaped(title)}</title><path class="message lost" d="M ${x} ${at} H ${end}"/>` +
    `<circle class="message" cx="${end + (sent ? 4 : -4)}" cy="${at}" r="3.5"/></g>`;
}
