// Buttons, keys, search, and the initial view.
const kComparisons = {
  '=': (a, b) => a === b, '!=': (a, b) => a !== b, '<': (a, b) => a < b, '>': (a, b) => a > b,
  '<=': (a, b) => a <= b, '>=': (a, b) => a >= b,
};
const asNumber = (value) => /^-?\d+$/.test(value) ? Number(value) : null;

// The cells with this name: the full name, else its last part ("x" for "client:2.x"), else the name of an array.
function cellsCalled(name) {
  const indices = (holds) => run.cells.flatMap((cell, i) => holds(cell.toLowerCase()) ? [i] : []);
  const wanted = name.toLowerCase();
  for (const holds of [(cell) => cell === wanted, (cell) => cell.endsWith('.' + wanted), (cell) => cell.startsWith(wanted + '[')]) {
    const found = indices(holds);
    if (found.length) return found;
  }
  return [];
}

// A test that maps a row to 0 or 1; a text if the query cannot be parsed.
function search(query) {
  const found = new Uint8Array(rows.length);
  const comparison = /^(.+?)\s*(!=|<=|>=|==|=|<|>|\s+changes$|\s+(?=at\s))\s*(.*)$/i.exec(query.trim());
  const cells = comparison ? cellsCalled(comparison[1].trim()) : [];
  if (comparison && !cells.length && !/\s(changes|at)/i.test(query)) return `nothing in a state is called ${comparison[1].trim()}`;
  if (!cells.length) return searchText(query.trim().toLowerCase(), found);
  const sign = comparison[2].trim() === '==' ? '=' : comparison[2].trim() || '=';
  const wanted = comparison[3].trim();
  const number = asNumber(wanted);
  const holds = (value) => {
    const other = asNumber(value);
    return number !== null && other !== null ? kComparisons[sign](other, number) : kComparisons[sign](value, wanted);
  };
  const state = Int32Array.from(run.initial);
  const among = new Set(cells);
  for (let row = 0; row < rows.length; ++row) {
    let changed = false;
    if (row > 0 && row <= steps.length) {
      const c = steps[row - 1].c;
      for (let i = 0; i < c.length; i += 2) { state[c[i]] = c[i + 1]; changed = changed || among.has(c[i]); }
    }
    found[row] = sign.toLowerCase() === 'changes' ? changed : cells.some((cell) => holds(text(state[cell])));
  }
  return found;
}

function searchText(wanted, found) {
  for (let row = 0; row < rows.length; ++row) {
    found[row] = [...wordsOf(row), ...effectsOf(row)].some((words) => words.toLowerCase().includes(wanted));
  }
  return found;
}

function find(from, direction) {
  const query = $('query').value;
  hits = null;
  $('found').textContent = '';
  if (!query.trim()) return list.refresh();
  const found = search(query);
  const tell = (words) => { $('found').textContent = $('said').textContent = words; list.refresh(); };
  if (typeof found === 'string') return tell(found);
  hits = found;
  const count = found.reduce((sum, one) => sum + one, 0);
  for (let row = from; row >= 0 && row < rows.length; row += direction) {
    if (!found[row]) continue;
    list.refresh();
    go(row);
    $('found').textContent = `${count} of ${rows.length}`;
    $('said').textContent = describe(row) + `, one of ${count} where it holds`;
    return;
  }
  tell(count ? `not ${direction > 0 ? 'after' : 'before'} this; ${count} in all` : 'nowhere in this run');
}

$('search').addEventListener('submit', (event) => { event.preventDefault(); find(0, 1); });
$('query').addEventListener('input', () => { if (!$('query').value) find(0, 1); });
$('find-next').addEventListener('click', () => find(at + 1, 1));
$('find-previous').addEventListener('click', () => find(at - 1, -1));
$('to-first').addEventListener('click', () => go(0));
$('to-previous').addEventListener('click', () => go(at - 1));
$('to-next').addEventListener('click', forward);
$('to-last').addEventListener('click', () => go(rows.length - 1));
$('slider').addEventListener('input', () => go(Number($('slider').value)));
$('only-changed').addEventListener('change', showState);
$('file').addEventListener('change', () => { showFile(Number($('file').value)); });
for (const box of [list, lanes]) box.box.addEventListener('click', (event) => {
  const row = box.rowAt(event);
  if (row >= 0 && row < rows.length) go(row);
});

const kKeys = {
  ArrowDown: forward, ArrowRight: forward, j: forward, ArrowUp: () => go(at - 1), ArrowLeft: () => go(at - 1), k: () => go(at - 1),
  Home: () => go(0), End: () => go(rows.length - 1), PageDown: () => go(at + 10), PageUp: () => go(at - 10),
  n: () => find(at + 1, 1), p: () => find(at - 1, -1), '/': () => $('query').focus(),
};
document.addEventListener('keydown', (event) => {
  const where = event.target;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (where === $('query')) { if (event.key === 'Escape') $('steps').focus(); return; }
  // The state and the source have scrolling of their own.
  if (where.closest('select, summary, #source, #panel-state .scroll') && event.key !== '/') return;
  const action = kKeys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

const tabs = [...document.querySelectorAll('.tabs button')];
function choose(tab) {
  for (const one of tabs) {
    one.setAttribute('aria-pressed', one === tab);
    $(one.dataset.panel).classList.toggle('shown', one === tab);
  }
}
tabs.forEach((tab) => tab.addEventListener('click', () => {
  choose(tab);
  for (const box of [list, lanes, source]) box.measure();
  go(at, true);
}));

function tellReasons() {
  const reasons = $('reasons');
  const items = (all) => { const box = make('ul'); box.append(...all.map((one) => make('li', 'code', one))); return box; };
  const cells = (all) => all.map(([name, value]) => equation(name, value));
  if (run.failing) reasons.append(make('p', '', 'It is met in: ' + [actorsOf(run.failing), placeOf(run.failing.s), run.failing.t].filter(Boolean).join('  ')));
  if (run.because.length) reasons.append(make('p', '', 'Here'), items(cells(run.because)));
  for (const { process, location, ways } of run.stuck) {
    reasons.append(make('p', '', `${process} is stuck at ${location}` + (ways.length ? ', and waits for' : '')));
    reasons.append(items(ways.map((way) => way.text + (way.because.length ? '   now ' + cells(way.because).join(', ') : '') +
      (way.partner ? '   no other process is ready for it' : '') + (way.never ? '   which is never possible here' : ''))));
  }
  if (run.loop !== null) reasons.append(make('p', '', loopFrom > 0
    ? `The run never ends: after the last step it is back where it was before step ${run.loop + 1}.` : 'The run ends in a state in which no step is possible.'));
  if (!reasons.childElementCount) reasons.append(make('p', '', run.message));
}

$('title').textContent = run.title;
$('origin').textContent = `${run.model}: ${steps.length ? steps[steps.length - 1].n : 0} steps. Made by ${run.tool}.`;
$('names').append(...run.cells.slice(0, 500).map((name) => { const option = make('option'); option.value = name + ' = '; return option; }));
$('file').append(...run.files.map((file, i) => { const option = make('option', '', file.name); option.value = i; return option; }));
if (!run.files.length) $('panel-source').hidden = true;
$('slider').max = rows.length - 1;
$('why').open = window.innerWidth >= 720;
tellReasons();
choose(tabs[0]);
showFile(0);
list.resize(rows.length);
lanes.resize(rows.length);
go(/^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : 0, true);
$('steps').focus({ preventScroll: true });
