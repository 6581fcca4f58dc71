// A run: its rows (the start, one per action, the error or the return of a cycle) and the state after each.
const run = JSON.parse($('data').textContent);
const text = (index) => run.strings[index];
const steps = run.steps;
const isProcess = new Map(run.processes.map((name, i) => [name, i]));
const ownerOf = run.cells.map((name) => {
  const dot = name.indexOf('.');
  return isProcess.get(dot < 0 ? name : name.slice(0, dot));
});
const controlOf = run.processes.map((name) => run.cells.indexOf(name));

const rows = [{ kind: 'start' }];
for (let i = 0; i < steps.length; ++i) rows.push({ kind: 'step', step: steps[i] });
const loopFrom = run.loop === null ? -1 : 1 + steps.findIndex((step) => step.n > run.loop);  // 0: stutters
if (run.loop !== null) rows.push({ kind: 'loop' });
if (run.failing) rows.push({ kind: 'wrong', step: run.failing });
for (const process of run.stuck) rows.push({ kind: 'stuck', process });
if (!run.failing && !run.stuck.length && run.loop === null) rows.push({ kind: 'end' });

// Every so many steps a full state is stored; the others are computed from it by applying changes.
const kEvery = 128;
const kept = [];
for (let i = 0, state = Int32Array.from(run.initial); i <= steps.length; ++i) {
  if (i > 0) for (let c = 0; c < steps[i - 1].c.length; c += 2) state[steps[i - 1].c[c]] = steps[i - 1].c[c + 1];
  if (i % kEvery === 0) kept.push(state.slice());
}
const stepsAt = (row) => Math.min(row, steps.length);
function stateAt(row) {
  const count = stepsAt(row);
  const state = kept[Math.floor(count / kEvery)].slice();
  for (let i = count - count % kEvery; i < count; ++i) {
    for (let c = 0; c < steps[i].c.length; c += 2) state[steps[i].c[c]] = steps[i].c[c + 1];
  }
  return state;
}

const equation = (name, value) => value.startsWith('at ') ? name + ' ' + value : name + ' = ' + value;
const placeOf = (span) => span ? run.files[span[0]].name.replace(/^.*\//, '') + ':' + span[1] : '';
const actorsOf = (step) => step.p.map((part) => part[0]).join(' \u2192 ');
const cycleText = loopFrom > 0 ? 'back to step ' + (run.loop + 1) + ': this cycle repeats forever'
                               : 'from here on nothing moves';

// The columns of a row: number, process, place, text.
function wordsOf(row) {
  const { kind, step, process } = rows[row];
  if (kind === 'start') return ['start', '', '', 'the initial state'];
  if (kind === 'loop') return ['\u21BA', '', '', cycleText];
  if (kind === 'stuck') return ['!', process.process, '', 'is stuck at ' + process.location];
  if (kind === 'end') return ['!', '', '', run.message];
  const again = kind === 'step' && row > 1 && steps[row - 2].n === step.n;
  return [kind === 'wrong' ? '!' : again ? '+' : String(step.n), actorsOf(step), placeOf(step.s), step.t];
}
const isWrong = (row) => ['wrong', 'stuck', 'end'].includes(rows[row].kind);
const inLoop = (row) => loopFrom > 0 && row >= loopFrom && row <= steps.length + 1;
function spansOf(row) {
  const { step, process } = rows[row];
  if (process) return process.ways.map((way) => way.s).filter(Boolean);
  if (!step) return run.error && row >= steps.length ? [run.error] : [];
  const spans = step.p.map((part) => part[2]).filter(Boolean);
  return spans.length ? spans : step.s ? [step.s] : [];
}

let at = 0;
let hits = null;  // by row: 1 if the search matches
const list = new Rows($('steps'), 26, drawSteps);
const lanes = new Rows($('lanes'), 26, (first, last) => drawLanes(first, last));
const source = new Rows($('source'), 20, drawSource);

function drawSteps(first, last) {
  const window = make('div');
  for (let i = first; i < last; ++i) {
    const [number, who, where, what] = wordsOf(i);
    const row = make('div', 'row');
    row.id = 'row-' + i;
    row.setAttribute('role', 'option');
    row.setAttribute('aria-setsize', rows.length);
    row.setAttribute('aria-posinset', i + 1);
    row.setAttribute('aria-selected', i === at);
    row.classList.toggle('loop', inLoop(i));
    row.classList.toggle('wrong', isWrong(i));
    row.classList.toggle('hit', hits !== null && hits[i] === 1);
    row.append(make('span', 'no', number), who ? make('span', 'who', who) : '',
               where ? make('span', 'where', run.files.length > 1 ? where : where.replace(/^.*:/, ':')) : '', what);
    row.title = [who, where, what].filter(Boolean).join('  ');
    window.append(row);
  }
  return window;
}

let shownFile = -1;
let lines = [];
let marked = [];  // spans of the current row
function drawSource(first, last) {
  const window = make('div', 'code');
  for (let i = first; i < last; ++i) {
    const here = marked.filter((span) => span[0] === shownFile && span[1] === i + 1);
    const line = make('div', here.length ? 'line now' : 'line');
    if (here.length) line.setAttribute('aria-current', 'true');
    line.append(make('span', 'no', i + 1));
    const letters = lines[i];
    let done = 0;
    for (const [, , column, length] of here.sort((a, b) => a[2] - b[2])) {
      if (column - 1 < done || column === 0) continue;
      line.append(letters.slice(done, column - 1), make('mark', '', letters.slice(column - 1, column - 1 + length)));
      done = column - 1 + length;
    }
    line.append(letters.slice(done));
    window.append(line);
  }
  return window;
}

function showFile(index) {
  if (index === shownFile || !run.files[index]) return;
  shownFile = index;
  lines = run.files[index].text.split('\n');
  $('file').value = index;
  source.resize(lines.length);
}

// One row per cell; the cells of processes that are not running are hidden.
const cellRows = run.cells.map((name) => {
  const row = make('tr');
  const head = make('th', '', name);
  head.scope = 'row';
  row.append(head, make('td'));
  $('state').append(row);
  return row;
});
const partRows = run.parts.map((part) => {
  const row = make('tr');
  const head = make('th', '', part.text);
  head.scope = 'row';
  row.append(head, make('td'));
  $('parts').append(row);
  return row;
});
if (partRows.length) $('parts').prepend(make('caption', '', 'Parts of the property'));

function showState() {
  const now = stateAt(at);
  const before = at > 0 ? stateAt(Math.max(0, stepsAt(at) - 1)) : now;
  const moved = at > 0 && at <= steps.length;
  const running = controlOf.map((cell) => cell < 0 || text(now[cell]) !== run.absent);
  for (let i = 0; i < cellRows.length; ++i) {
    const changed = moved && now[i] !== before[i];
    const row = cellRows[i];
    const value = row.lastChild;
    row.className = changed ? 'changed' : '';
    value.textContent = text(now[i]);
    if (changed) value.append(make('span', 'was', '  was ' + text(before[i])));
    row.hidden = $('only-changed').checked ? !changed : ownerOf[i] !== undefined && !running[ownerOf[i]] && !changed;
  }
  partRows.forEach((row, i) => {
    const value = run.parts[i].values[stepsAt(at)];
    row.lastChild.textContent = value === '1' ? 'true' : value === '0' ? 'false' : 'not known';
    row.lastChild.className = value === '1' ? 'true' : value === '0' ? 'false' : '';
  });
  showSaid();
}

// The output or results of the action, processes that started or ended, and messages sent and received.
function effectsOf(row) {
  const { kind, step } = rows[row];
  const said = [];
  if (kind !== 'step') return said;
  if (step.x) said.push(step.x + ' more steps of this sequence come before it');
  for (const line of step.o || []) said.push((step.r ? 'returns ' : 'prints ') + line);
  said.push(...(step.m || []));
  for (const message of sentIn[row] || []) said.push('sends ' + message.t + ' to ' + message.c);
  for (const message of receivedIn[row] || []) said.push('receives ' + message.t + ' from ' + message.c);
  return said;
}
function showSaid() {
  $('step-said').replaceChildren(...effectsOf(at).map((line) => make('p', '', line)));
}

const sentIn = {};
const receivedIn = {};
for (const message of run.messages) {
  if (message.s !== null) (sentIn[message.s + 1] = sentIn[message.s + 1] || []).push(message);
  if (message.e !== null) (receivedIn[message.e + 1] = receivedIn[message.e + 1] || []).push(message);
}

function describe(row) {
  const [number, who, where, what] = wordsOf(row);
  const changed = rows[row].kind !== 'step' ? [] : rows[row].step.c.reduce((all, cell, i, c) =>
    i % 2 ? all : [...all, equation(run.cells[cell], text(c[i + 1]))], []);
  return [number === '+' || /^\d/.test(number) ? 'Step ' + rows[row].step.n : number === '!' ? 'Error' : '', who, where,
          what, changed.length ? 'changed: ' + changed.slice(0, 12).join(', ') : '']
      .filter(Boolean).join(', ');
}

// The row is set at once and drawn with the next frame: keys that are held down never wait for drawings that nobody
// sees.
let painting = false;
let quietly = true;
function go(row, quiet) {
  at = Math.max(0, Math.min(rows.length - 1, row));
  quietly = quietly && quiet === true;
  if (painting) return;
  painting = true;
  requestAnimationFrame(() => {
    painting = false;
    paint(quietly);
    quietly = true;
  });
}

function paint(quiet) {
  $('slider').value = at;
  const [number] = wordsOf(at);
  const last = steps.length ? steps[steps.length - 1].n : 0;
  $('position').textContent = at === 0 ? 'start of ' + last + ' steps' : at <= steps.length
    ? 'step ' + rows[at].step.n + ' of ' + last : number === '!' ? 'the error' : 'the cycle';
  $('slider').setAttribute('aria-valuetext', $('position').textContent);
  $('to-first').disabled = $('to-previous').disabled = at === 0;
  $('to-last').disabled = at === rows.length - 1;
  $('to-next').disabled = at === rows.length - 1 && loopFrom <= 0;
  $('steps').setAttribute('aria-activedescendant', 'row-' + at);
  list.reveal(at);
  lanes.reveal(at);
  markRow(at);
  marked = spansOf(at);
  if (marked.length) {
    showFile(marked[0][0]);
    source.reveal(marked[0][1] - 1);
  }
  source.refresh();
  showState();
  if (!quiet) $('said').textContent = describe(at);
  clearTimeout(addressed);
  addressed = setTimeout(() => {
    try { history.replaceState(null, '', '#' + at); } catch (error) { /* a page without an address */ }
  }, 300);
}

// Rows that are already drawn only change their marks.
let addressed = 0;
let markedRow = -1;
function markRow(row) {
  if ($('row-' + markedRow)) $('row-' + markedRow).setAttribute('aria-selected', 'false');
  if ($('row-' + row)) $('row-' + row).setAttribute('aria-selected', 'true');
  markedRow = row;
  markLane(row);
}
// After the end of a cycle comes its beginning.
const forward = () => go(at === rows.length - 1 && loopFrom > 0 ? loopFrom : at + 1);
