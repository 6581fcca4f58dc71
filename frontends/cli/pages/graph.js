// A graph of states on a canvas, with panning, zooming and navigation.
const graph = JSON.parse($('data').textContent);
const nodes = graph.nodes;
const edges = graph.edges;  // [from, to, label, permutation]
const text = (index) => graph.strings[index];
const out = nodes.map(() => []);
const into = nodes.map(() => []);
edges.forEach((edge, i) => { out[edge[0]].push(i); into[edge[1]].push(i); });

const canvas = $('drawing');
const context = canvas.getContext('2d');
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
let chosen = 0;
let hits = new Set();
let view = { x: 0, y: 0, zoom: 1 };  // the point in the centre, and pixels per unit

const onScreen = (node) => [
  (nodes[node].x - view.x) * view.zoom + canvas.clientWidth / 2, (nodes[node].y - view.y) * view.zoom + canvas.clientHeight / 2];

function whole() {
  const xs = nodes.map((node) => node.x), ys = nodes.map((node) => node.y);
  const least = (all) => all.reduce((a, b) => Math.min(a, b), Infinity), most = (all) => all.reduce((a, b) => Math.max(a, b), -Infinity);
  const wide = most(xs) - least(xs) + 80, high = most(ys) - least(ys) + 80;
  view = { x: (most(xs) + least(xs)) / 2, y: (most(ys) + least(ys)) / 2,
           zoom: Math.min(2, canvas.clientWidth / wide, canvas.clientHeight / high) };
  draw();
}

let waiting = false;
function draw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; paint(); });
}

function paint() {
  const scale = window.devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = width * scale;
  canvas.height = height * scale;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const places = nodes.map((node, i) => onScreen(i));
  const seen = ([x, y]) => x > -50 && y > -50 && x < width + 50 && y < height + 50;
  context.lineWidth = 1;
  const near = new Set([...out[chosen], ...into[chosen]]);
  const plain = colour('lane'), strong = colour('link');
  context.strokeStyle = plain;
  context.fillStyle = plain;
  edges.forEach((edge, i) => { if (!near.has(i) && (seen(places[edge[0]]) || seen(places[edge[1]]))) paintEdge(places[edge[0]], places[edge[1]], i); });
  context.strokeStyle = context.fillStyle = strong;
  context.lineWidth = 1.8;
  for (const i of near) paintEdge(places[edges[i][0]], places[edges[i][1]], i, true);
  paintNodes(places, seen);
}

function paintEdge(from, to, index, labelled) {
  const half = Math.min(14, 16 * view.zoom);
  context.beginPath();
  if (edges[index][0] === edges[index][1]) {
    context.arc(from[0] + half, from[1] - half, half, 0, 2 * Math.PI);
    context.stroke();
    return;
  }
  // Slightly curved, so that opposite edges are two lines.
  const dx = to[0] - from[0], dy = to[1] - from[1], long = Math.hypot(dx, dy) || 1;
  const bend = Math.min(18, long / 8);
  const mx = (from[0] + to[0]) / 2 - dy / long * bend, my = (from[1] + to[1]) / 2 + dx / long * bend;
  context.moveTo(from[0], from[1]);
  context.quadraticCurveTo(mx, my, to[0], to[1]);
  context.stroke();
  const ex = to[0] - mx, ey = to[1] - my, end = Math.hypot(ex, ey) || 1;
  const tip = [to[0] - ex / end * half, to[1] - ey / end * half];
  if (view.zoom > 0.25 || labelled) {
    context.beginPath();
    context.moveTo(tip[0], tip[1]);
    context.lineTo(tip[0] - ex / end * 7 - ey / end * 3.5, tip[1] - ey / end * 7 + ex / end * 3.5);
    context.lineTo(tip[0] - ex / end * 7 + ey / end * 3.5, tip[1] - ey / end * 7 - ex / end * 3.5);
    context.fill();
  }
  if (labelled && out[edges[index][0]].length + into[edges[index][1]].length < 40) {
    context.font = '11px system-ui, sans-serif';
    context.textAlign = 'center';
    context.fillText(shortened(labelOf(index), 40), (mx * 2 + from[0] + to[0]) / 4, (my * 2 + from[1] + to[1]) / 4);
  }
}

function paintNodes(places, seen) {
  const half = [Math.max(2, Math.min(18, 18 * view.zoom)), Math.max(2, Math.min(11, 11 * view.zoom))];
  const colours = { card: colour('box'), edge: colour('box-edge'), bad: colour('bad'), hit: colour('mark'), now: colour('link'), text: colour('text') };
  context.font = '11px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  nodes.forEach((node, i) => {
    if (!seen(places[i])) return;
    const [x, y] = places[i];
    context.fillStyle = hits.has(i) ? colours.hit : colours.card;
    context.strokeStyle = i === chosen ? colours.now : node.error ? colours.bad : colours.edge;
    context.lineWidth = i === chosen ? 4 : node.error || node.initial ? 2.5 : 1;
    context.beginPath();
    context.rect(x - half[0], y - half[1], 2 * half[0], 2 * half[1]);
    context.fill();
    context.stroke();
    if (view.zoom > 0.55) {
      context.fillStyle = colours.text;
      context.fillText(i, x, y);
    }
  });
}

const labelOf = (index) => text(edges[index][2]) + (edges[index][3] === null ? '' : '  ' + text(edges[index][3]));
const cellsOf = (node) => graph.cells.map((name, i) => [name, text(nodes[node].cells[i])]);

function choose(node, centre) {
  chosen = node;
  $('head-node').textContent = `State ${node}` + (nodes[node].initial ? ', initial' : '');
  $('error').textContent = nodes[node].error || '';
  const table = (id, caption, lines) => {
    const box = $(id);
    box.replaceChildren(make('caption', '', caption), ...lines);
  };
  table('state', graph.classes ? 'It stands for its class of symmetric states' : 'Its variables', cellsOf(node)
    .filter(([, value]) => value !== graph.absent).map(([name, value]) => {
      const row = make('tr'), head = make('th', '', name);
      head.scope = 'row';
      row.append(head, make('td', '', value));
      return row;
    }));
  const step = (index, other) => {
    const row = make('tr'), cell = make('td'), button = make('button', '', other);
    button.type = 'button';
    button.setAttribute('aria-label', `State ${other}, by ${labelOf(index)}`);
    button.addEventListener('click', () => { choose(other, true); });
    cell.append(button);
    row.append(cell, make('td', '', labelOf(index)));
    return row;
  };
  table('steps-out', `${out[node].length} steps from here`, out[node].map((index) => step(index, edges[index][1])));
  table('steps-in', `${into[node].length} steps to here`, into[node].map((index) => step(index, edges[index][0])));
  if (centre) {
    const [x, y] = onScreen(node);
    if (x < 30 || y < 30 || x > canvas.clientWidth - 30 || y > canvas.clientHeight - 30) Object.assign(view, { x: nodes[node].x, y: nodes[node].y });
  }
  $('said').textContent = `State ${node}` + (nodes[node].error ? ', ' + nodes[node].error : '') +
    `, ${out[node].length} steps from here, ${into[node].length} to here`;
  draw();
}

function search(query) {
  if (/^\d+$/.test(query)) return [Number(query)].filter((node) => node < nodes.length);
  const all = nodes.map((node, i) => i);
  if (query.toLowerCase() === 'error') return all.filter((node) => nodes[node].error);
  const comparison = /^(.+?)\s*(!=|==|=|\s+(?=at\s))\s*(.*)$/.exec(query);
  if (!comparison) return all.filter((node) => cellsOf(node).some(([name, value]) => (name + ' ' + value).includes(query)));
  const cells = graph.cells.flatMap((name, i) => name === comparison[1].trim() || name.endsWith('.' + comparison[1].trim()) ? [i] : []);
  const differs = comparison[2].trim() === '!=';
  return all.filter((node) => cells.some((cell) => (text(nodes[node].cells[cell]) === comparison[3].trim()) !== differs));
}

function find(after, direction) {
  const query = $('query').value.trim();
  const found = query ? search(query) : [];
  hits = new Set(found);
  $('found').textContent = query ? (found.length ? `${found.length} states` : 'no state') : '';
  const next = direction > 0 ? found.find((node) => node > after) : [...found].reverse().find((node) => node < after);
  if (next !== undefined) choose(next, true);
  draw();
}

function enlarge(factor, x, y) {
  const px = (x === undefined ? 0 : x - canvas.clientWidth / 2) / view.zoom, py = (y === undefined ? 0 : y - canvas.clientHeight / 2) / view.zoom;
  const zoom = Math.min(4, Math.max(0.01, view.zoom * factor));
  view = { x: view.x + px * (1 - view.zoom / zoom), y: view.y + py * (1 - view.zoom / zoom), zoom };
  draw();
}

let held = null;
canvas.addEventListener('pointerdown', (event) => { held = { x: event.clientX, y: event.clientY, moved: false }; canvas.setPointerCapture(event.pointerId); });
canvas.addEventListener('pointermove', (event) => {
  if (!held) return;
  const dx = event.clientX - held.x, dy = event.clientY - held.y;
  if (!held.moved && Math.hypot(dx, dy) < 4) return;
  view.x -= dx / view.zoom;
  view.y -= dy / view.zoom;
  held = { x: event.clientX, y: event.clientY, moved: true };
  draw();
});
canvas.addEventListener('pointerup', (event) => {
  const click = held && !held.moved;
  held = null;
  if (!click) return;
  const box = canvas.getBoundingClientRect();
  let best = -1, distance = 24;
  nodes.forEach((node, i) => {
    const [x, y] = onScreen(i);
    const away = Math.hypot(x - (event.clientX - box.left), y - (event.clientY - box.top));
    if (away < distance) { best = i; distance = away; }
  });
  if (best >= 0) choose(best, false);
});
canvas.addEventListener('wheel', (event) => {
  event.preventDefault();
  const box = canvas.getBoundingClientRect();
  enlarge(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });

$('smaller').addEventListener('click', () => enlarge(1 / 1.4));
$('larger').addEventListener('click', () => enlarge(1.4));
$('whole').addEventListener('click', whole);
$('search').addEventListener('submit', (event) => { event.preventDefault(); find(-1, 1); });
$('find-next').addEventListener('click', () => find(chosen, 1));
$('find-previous').addEventListener('click', () => find(chosen, -1));
const move = (dx, dy) => () => { view.x += dx * 60 / view.zoom; view.y += dy * 60 / view.zoom; draw(); };
const kKeys = { '+': () => enlarge(1.4), '-': () => enlarge(1 / 1.4), 0: whole, n: () => find(chosen, 1), p: () => find(chosen, -1), '/': () => $('query').focus(),
  ArrowLeft: move(-1, 0), ArrowRight: move(1, 0), ArrowUp: move(0, -1), ArrowDown: move(0, 1), Home: () => choose(0, true), End: () => choose(nodes.length - 1, true) };
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target === $('query')) return;
  if (event.target.closest('.scroll') && (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End')) return;
  const action = kKeys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
let sized = false;
new ResizeObserver(() => { if (sized) draw(); else { sized = true; whole(); } }).observe(canvas);

$('title').textContent = graph.title;
$('origin').textContent = graph.origin;
$('names').append(...graph.cells.slice(0, 500).map((name) => { const option = make('option'); option.value = name + ' = '; return option; }));
choose(Math.max(0, nodes.findIndex((node) => node.initial)), false);
