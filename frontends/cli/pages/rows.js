'use strict';
// Shared by all pages: elements, escaping of text for markup, and lists of which only the visible rows exist.
const $ = (id) => document.getElementById(id);

function make(name, kind, text) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  if (text !== undefined) element.textContent = text;
  return element;
}

const escaped = (text) => String(text).replace(/[&<>"']/g, (c) => '&#' + c.charCodeAt(0) + ';');
const shortened = (text, most) => text.length <= most ? text : text.slice(0, Math.max(most - 1, 1)) + '\u2026';

// A scrolling box with `count` rows of equal height. `draw(first, last)` returns the element that shows these rows; it
// is called when other rows come into view, so that ten thousand rows cost as much as fifty.
class Rows {
  constructor(box, height, draw) {
    this.box = box;
    this.height = height;
    this.draw = draw;
    this.count = 0;
    this.top = 0;  // pixels above the first row that stay in view
    this.fill = make('div', 'fill');
    box.append(this.fill);
    this.window = null;
    this.waiting = false;
    this.high = this.wide = 0;  // size of the box; queried only when it changes, since a query may force a layout
    box.addEventListener('scroll', () => this.later());
    new ResizeObserver(() => this.measure()).observe(box);
    this.high = box.clientHeight;
    this.wide = box.clientWidth;
  }

  resize(count) {
    this.count = count;
    this.fill.style.height = count * this.height + 'px';
    this.refresh();
  }

  later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.show(); });
  }

  measure() {
    this.high = this.box.clientHeight;
    this.wide = this.box.clientWidth;
    this.refresh();
  }

  refresh() { this.first = -1; this.show(); }

  show() {
    const seen = Math.ceil(this.high / this.height) + 1;
    const at = Math.floor(this.box.scrollTop / this.height);
    // Draw more rows than are visible, in steps of ten: most scrolling then draws nothing.
    const first = Math.max(0, Math.floor((at - 10) / 10) * 10);
    const last = Math.min(this.count, Math.ceil((at + seen + 10) / 10) * 10);
    if (first === this.first && last === this.last) return;
    this.first = first;
    this.last = last;
    const window = this.draw(first, last);
    window.classList.add('window');
    window.style.top = first * this.height + 'px';
    if (this.window) this.window.remove();
    this.window = window;
    this.fill.append(window);
  }

  // Scrolls by the minimum that makes the row visible.
  reveal(row) {
    const above = row * this.height;
    const room = this.high - this.top;
    const at = this.box.scrollTop;
    if (above < at) this.box.scrollTop = Math.max(0, above - room / 4);
    else if (above + this.height > at + room) this.box.scrollTop = above + this.height - room * 3 / 4;
    else return;
    this.show();
  }

  rowAt(event) { return Math.floor((event.clientY - this.fill.getBoundingClientRect().top) / this.height); }
}
