// What is shown of a game, wherever it comes from: the server of the table, or a file that holds a game.

const NARROW = 700; // pixels: in narrower windows the parts of a picture are one below the other

// An element with properties, attributes where their names have a dash or are roles, and children.
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children);
  return made;
}

// The picture of a game. Parts that were sent before are kept, and so is what does not change from picture to picture.
export class Board {
  constructor(place) {
    this.place = place;
    this.parts = {};
    this.count = 0;
    this.defined = new Set();
    this.store = svg("svg", { width: 0, height: 0, "aria-hidden": "true", class: "store" });
    this.panes = [];
  }

  draw(picture) {
    if (picture.text !== undefined) {
      this.place.replaceChildren(element("pre", { textContent: picture.text.replace(/\x1b\[[0-9;]*m/g, "") }));
      return;
    }
    if (picture.parts) {
      Object.assign(this.parts, picture.parts.new);
      this.count = picture.parts.count;
    }
    this.define(picture.lines.join(""));
    const boxes = (innerWidth < NARROW ? picture.panes : [[0, 0, picture.width, picture.height]]).map((box) => box.join(" "));
    if (boxes.join() !== this.panes.map((pane) => pane.getAttribute("viewBox")).join()) {
      this.panes = boxes.map((viewBox) => svg("svg", { viewBox, role: "group", "aria-label": "The board" }));
    }
    if (this.place.lastChild !== this.panes.at(-1)) this.place.replaceChildren(this.store, ...this.panes);
    for (const pane of this.panes) {
      fill(pane, picture.lines);
      for (const target of pane.querySelectorAll(".target")) if (!shows(pane, target)) target.remove();
    }
  }

  // Add the parts that a text uses to the store.
  define(text) {
    for (const [, name] of text.matchAll(/href="#([0-9a-f]+)"/g)) {
      if (this.defined.has(name)) continue;
      this.defined.add(name);
      this.define(this.parts[name]);
      this.store.append(parsed(`<g id="${name}">${this.parts[name]}</g>`));
    }
  }

  // Light what stands for legal actions; a click on it chooses.
  light(legal, choose) {
    const texts = new Map(legal.map((one) => [one.action, one.text]));
    for (const target of this.place.querySelectorAll(".target")) {
      const actions = target.dataset.actions.split(" ").map(Number).filter((action) => texts.has(action));
      if (!actions.length) continue;
      const label = actions.map((action) => texts.get(action)).join(" or ");
      target.classList.add("lit");
      if (target.getBBox().width < 30) target.classList.add("small");
      target.setAttribute("tabindex", "0");
      target.setAttribute("role", "button");
      target.setAttribute("aria-label", label);
      target.append(svg("title", {}, label));
      const pick = (event) => {
        event.preventDefault();
        if (actions.length === 1) choose(actions[0]);
        else showMenu(target, actions.map((action) => [texts.get(action), () => choose(action)]));
      };
      target.addEventListener("click", pick);
      target.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") pick(event);
      });
    }
  }

  // Mark what choices begin with, the stronger the more they are preferred.
  think(choices) {
    for (const choice of choices) {
      if (choice.action === null) continue;
      for (const target of this.place.querySelectorAll(".target")) {
        if (target.dataset.actions.split(" ").includes(String(choice.action))) {
          target.classList.add("thought");
          target.style.fillOpacity = 0.25 * choice.share;
        }
      }
    }
  }
}

// Make the elements of a picture those of its lines, in their order; those that are there already stay where they are.
// Targets are always new, as they carry what was legal before.
function fill(pane, lines) {
  const wanted = new Map();
  for (const line of lines) wanted.set(line, (wanted.get(line) ?? 0) + 1);
  for (const old of [...pane.children]) {
    const left = old.classList.contains("target") ? 0 : wanted.get(old.line) ?? 0;
    if (left) wanted.set(old.line, left - 1);
    else old.remove();
  }
  let next = pane.firstElementChild;
  for (const line of lines) {
    if (next?.line === line) {
      next = next.nextElementSibling;
      continue;
    }
    const made = parsed(line);
    made.line = line;
    pane.insertBefore(made, next);
  }
  while (next) {
    const after = next.nextElementSibling;
    next.remove();
    next = after;
  }
}

// Whether the middle of a target is in the part of the picture that a pane shows.
function shows(pane, target) {
  const box = pane.viewBox.baseVal, corners = [...target.points];
  const middle = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  const [x, y] = [middle("x") - box.x, middle("y") - box.y];
  return x >= 0 && x < box.width && y >= 0 && y < box.height;
}

function parsed(text) {
  const around = svg("svg", {});
  around.innerHTML = text;
  return around.firstElementChild;
}

function svg(tag, attributes, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

function showMenu(beside, choices) {
  document.querySelector(".menu")?.remove();
  const box = beside.getBoundingClientRect();
  const menu = element("div", { className: "menu", role: "menu" });
  menu.style.left = `${Math.min(box.left + box.width / 2, innerWidth - 160)}px`;
  menu.style.top = `${Math.min(box.top + box.height / 2, innerHeight - 40 * choices.length)}px`;
  const close = () => menu.remove();
  for (const [text, act] of choices) {
    menu.append(element("button", { type: "button", role: "menuitem", textContent: text, onclick: () => { act(); close(); } }));
  }
  menu.addEventListener("keydown", (event) => { if (event.key === "Escape") { close(); beside.focus(); } });
  document.body.append(menu);
  menu.firstChild.focus();
  setTimeout(() => addEventListener("click", close, { once: true }));
}

// Lines of what the game tracks, by turns: one graph for each thing, one line for each seat.
export function graphs(course, names, colours, at = Infinity) {
  const shown = element("div");
  const judged = course.some((turn) => turn.chances);
  const kinds = [...(judged ? ["chance"] : []), ...Object.keys(course[0]?.seats[0] ?? {})];
  let known = names.map(() => 1 / names.length);
  const hopes = course.map((turn) => (known = turn.chances ?? known));
  for (const kind of kinds) {
    const rows = names.map((_, seat) => (kind === "chance" ? hopes.map((turn) => turn[seat])
      : course.map((turn) => turn.seats[seat][kind])));
    const most = Math.max(1, ...rows.flat());
    const least = Math.min(0, ...rows.flat());
    const width = 300, height = 80;
    const x = (k) => 4 + (k * (width - 8)) / Math.max(1, course.length - 1);
    const y = (value) => height - 4 - ((value - least) * (height - 8)) / (most - least);
    const graph = svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img",
      "aria-label": `${kind} by turn` });
    rows.forEach((row, seat) => {
      const points = row.map((value, k) => `${x(k).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
      for (const [stroke, width] of [["#0005", 3], [colours[seat], 2]]) { // light colours have an edge
        graph.append(svg("polyline", { points, fill: "none", stroke, "stroke-width": width }));
      }
    });
    const now = course.findLastIndex((turn) => turn.decisions <= at);
    if (Number.isFinite(at) && now >= 0) {
      graph.append(svg("line", { x1: x(now), x2: x(now), y1: 0, y2: height, stroke: "#0006" }));
    }
    const latest = rows.map((row) => row[now >= 0 ? now : row.length - 1]);
    const legend = element("div", { className: "row" }, element("b", { textContent: kind }));
    names.forEach((name, seat) => {
      const swatch = element("i", { className: "swatch" });
      swatch.style.background = colours[seat];
      legend.append(element("span", {}, swatch, `${name} ${kind === "chance" ? `${Math.round(100 * latest[seat])}%` : latest[seat]}`));
    });
    shown.append(element("div", { className: "graph" }, legend, graph));
  }
  return shown;
}

function round(value) {
  return Math.round(value * 100) / 100;
}

// What an agent thought: its choices with bars.
export function thoughts(told, names) {
  const shown = element("div");
  if (!told) return shown;
  const value = told.value === null ? "" : `, value ${round(told.value)}`;
  shown.append(element("p", { textContent: `${names[told.seat]}${value}` }));
  for (const choice of told.choices) {
    const numbers = [];
    if (choice.visits === null) numbers.push(`${Math.round(100 * choice.share)}%`);
    else numbers.push(`${choice.visits}x`);
    if (choice.value !== null) numbers.push(round(choice.value));
    const bar = element("i");
    bar.style.width = `${Math.round(100 * (choice.share))}%`;
    shown.append(element("div", { className: "bar" },
      element("div", {}, element("span", { textContent: choice.text }), bar),
      element("span", { textContent: numbers.join(" · ") })));
  }
  return shown;
}

// The results of a game that is over: a column for each seat, the best first.
export function results(rows, names) {
  const order = rows.map((row, seat) => [row, seat]).sort((a, b) => (a[0].rank ?? 0) - (b[0].rank ?? 0));
  const cells = (tag, texts) => texts.map((text) => element(tag, { textContent: text }));
  const table = element("table", {}, element("tr", {}, ...cells("th", ["", ...order.map(([, seat]) => names[seat])])));
  for (const key of Object.keys(rows[0])) {
    const made = element("tr", {}, ...cells("th", [key.replaceAll("_", " ")]), ...cells("td", order.map(([row]) => row[key])));
    if (key === "score") made.className = "score";
    table.append(made);
  }
  return table;
}

export function panel(title, ...children) {
  return element("section", { "aria-label": title }, element("h2", { textContent: title }), ...children);
}

// A slider over the decisions of a game with buttons for steps and marks; `show` is called with a decision.
export function slider(count, marks, show) {
  const range = element("input", { type: "range", min: 0, max: count, value: 0, "aria-label": "Decision" });
  const where = element("output");
  let timer = null;
  const go = (at) => {
    range.value = Math.max(0, Math.min(count, at));
    where.textContent = `${range.value} of ${count}`;
    show(Number(range.value));
  };
  const stop = () => { clearInterval(timer); timer = null; play.textContent = "play"; };
  const button = (text, act, label = text) =>
    element("button", { type: "button", textContent: text, "aria-label": label, onclick: () => { stop(); act(Number(range.value)); } });
  const jump = (kind, forwards) => (at) => {
    const found = marks.filter((mark) => mark.kind === kind && (forwards ? mark.decision > at : mark.decision < at));
    if (found.length) go((forwards ? found[0] : found[found.length - 1]).decision);
  };
  const play = element("button", { type: "button", textContent: "play", onclick: () => {
    if (timer) return stop();
    play.textContent = "pause";
    timer = setInterval(() => {
      if (Number(range.value) >= count) stop();
      else go(Number(range.value) + 1);
    }, 400);
  } });
  range.addEventListener("input", () => { stop(); go(Number(range.value)); });
  const kinds = [...new Set(marks.map((mark) => mark.kind))];
  const shown = element("div", {}, range, element("div", { className: "row" }, where,
    button("|◀", () => go(0), "beginning"), button("◀", (at) => go(at - 1), "one decision back"), play,
    button("▶", (at) => go(at + 1), "one decision on"), button("▶|", () => go(count), "end")));
  for (const kind of kinds) {
    const number = marks.filter((mark) => mark.kind === kind).length;
    shown.append(element("div", { className: "row" }, element("span", { textContent: `${kind} (${number})` }),
      button("◀", jump(kind, false), `previous ${kind}`), button("▶", jump(kind, true), `next ${kind}`)));
  }
  return { shown, go, at: () => Number(range.value) };
}
