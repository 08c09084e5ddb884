// The table: games under way, recorded games and positions, as the server tells them.

import { Board, element, graphs, panel, results, slider, thoughts } from "./view/view.js";

const main = document.getElementById("main");
const notice = document.getElementById("notice");
const curtain = document.getElementById("curtain");
let about = null;
let leave = () => {}; // stops what the page that is shown does in the background

function tell(text) {
  notice.textContent = text;
}

async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer. Is the command still running?");
  }
  const text = await answer.text();
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Error(text.split("\n")[0]);
  }
  if (!answer.ok) throw Object.assign(new Error(found.error), { status: answer.status });
  return found;
}

// Run what may fail, and tell why it did.
async function attempt(act) {
  try {
    tell("");
    return await act();
  } catch (error) {
    tell(error.message);
    return undefined;
  }
}

function download(name, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function show(single, ...children) {
  leave();
  leave = () => {};
  curtain.hidden = true;
  main.className = single ? "single" : "";
  main.replaceChildren(...children);
}

const button = (text, onclick, more = {}) => element("button", { type: "button", textContent: text, onclick, ...more });

// What may be read beside the board, such as what cards say.
function notesPanel(lines) {
  return lines.length ? panel("Cards", element("ul", { className: "notes" },
    ...lines.map((line) => element("li", { textContent: line })))) : null;
}

// -- a new game: its form follows from the rows in which the game declares its options ---------------------------------

const MOST_LISTED = 12; // numbers of which one is chosen from a list

const words = (name) => `${name[0].toUpperCase()}${name.slice(1)}`.replaceAll("_", " ");

// What was typed: nothing, one number or several; what is no number goes to the server as it is, which tells what is allowed.
function numbers(text) {
  if (!text.trim()) return null;
  const found = text.split(",").map((entry) => (Number.isInteger(Number(entry || NaN)) ? Number(entry) : entry.trim()));
  return found.length > 1 ? found : found[0];
}

// The names or numbers of which one is chosen from a list; of others there are too many, or some are typed.
function allowed(row) {
  const count = row.type === "int" ? row.most - row.least + 1 : 0;
  return row.names.length || count > MOST_LISTED ? row.names : Array.from({ length: count }, (_, k) => row.least + k);
}

function help(row) {
  const several = row.type === "int" ? "" : ", several with commas";
  return row.type === "bool" || allowed(row).length ? row.help : `${row.help}; from ${row.least} to ${row.most}${several}`;
}

// A control for an option, or for what it has for a seat; read() is its value, null where it is left open.
function control(row, label, value, more = {}) {
  const named = { "aria-label": label, ...more };
  if (row.type === "bool") {
    const shown = element("input", { type: "checkbox", checked: value, ...named });
    return { shown, read: () => shown.checked };
  }
  const listed = allowed(row);
  if (!listed.length) {
    const shown = element("input", { type: "text", value: value ?? "", autocomplete: "off", ...named });
    return { shown, read: () => numbers(shown.value) };
  }
  const shown = element("select", named, ...(row.default === null ? [element("option", { value: "", textContent: "left open" })] : []),
    ...listed.map((one) => element("option", { value: one, textContent: one })));
  shown.value = value ?? "";
  return { shown, read: () => (row.names.length ? shown.value || null : numbers(shown.value)) };
}

// The controls of the options that are not given by seat. Those that say nothing without another are hidden without it.
function optionsForm(rows) {
  const controls = Object.fromEntries(rows.map((row) => [row.name,
    control(row, words(row.name), about.given[row.name] ?? row.default, { "aria-describedby": `help-of-${row.name}` })]));
  const says = (row) => !row.within || row.within === row.name || Boolean(controls[row.within].read());
  const lines = rows.map((row) => element("div", {}, element("label", {}, words(row.name), controls[row.name].shown),
    element("p", { className: "hint", id: `help-of-${row.name}`, textContent: help(row) })));
  const hide = () => rows.forEach((row, k) => { lines[k].hidden = !says(row); });
  const part = (common) => lines.filter((_, k) => rows[k].common === common);
  const more = part(false).length ? element("details", {}, element("summary", { textContent: "More options" }), ...part(false)) : "";
  hide();
  return { common: part(true), more, hide,
    read: () => Object.fromEntries(rows.filter(says).map((row) => [row.name, controls[row.name].read()])) };
}

function newGame(from = {}) {
  const rows = from.asked ? [] : about.options;
  const bySeat = rows.filter((row) => row.type === "tuple");
  const form = optionsForm(rows.filter((row) => row.type !== "tuple"));
  const question = (given = {}) => from.asked ?? { options: { ...form.read(), ...given } };
  const seatRows = element("div");
  let scripted = [], seats = [], asking = 0;
  const players = () => seats.filter((one) => one.agent).map((one) => one.agent.value);

  function seatRow(script, seat) {
    const label = `Seat ${seat + 1}`;
    const agent = script ? null : element("select", { "aria-label": label },
      ...about.agents.map((text) => element("option", { value: text, textContent: text })));
    const before = scripted.slice(0, seat).filter((one) => !one).length; // as seats are given in turn order, so they are kept
    if (agent) agent.value = players()[before] ?? (before ? about.default : "human");
    const given = bySeat.map((row, k) => control(row, `${label}: ${words(row.name)}`,
      seats[seat] ? seats[seat].given[k].read() : about.given[row.name]?.[seat]));
    const shown = element("div", { className: "row seat" }, element("label", {}, label, agent ?? element("b", { textContent: script })),
      ...bySeat.map((row, k) => element("label", {}, row.name.replaceAll("_", " "), given[k].shown)));
    return { agent, script, given, shown };
  }

  // The server tells which seats there are with the options that are chosen.
  async function askSeats() {
    const mine = ++asking;
    form.hide();
    const found = (await ask("/api/seats", question())).seats;
    if (mine !== asking || JSON.stringify(found) === JSON.stringify(scripted)) return;
    scripted = found;
    seats = found.map(seatRow);
    seatRows.replaceChildren(...seats.map((one) => one.shown));
  }

  const seed = element("input", { type: "number", min: 0, max: 4294967295, placeholder: "any", "aria-label": "Seed" });
  const analysis = element("input", { type: "checkbox" });
  const begin = button("Begin", async () => {
    await attempt(async () => {
      await askSeats();
      const entries = bySeat.map((row, k) => [row.name, seats.map((one) => one.given[k].read())]);
      const given = Object.fromEntries(entries.filter(([, values]) => values.some((value) => value !== null)));
      const asked = { seats: players(), analysis: analysis.checked, paused: !players().includes("human"), ...question(given) };
      if (seed.value !== "") asked.seed = Number(seed.value);
      const { game } = await ask("/api/games", asked);
      remember(game, seats.map((one) => one.script ?? one.agent.value).join(", "));
      location.hash = `game=${game}`;
    });
    notice.scrollIntoView({ block: "nearest" }); // what was refused is told there
  });
  const helps = bySeat.map((row) => element("p", { className: "hint", textContent: `${words(row.name)}: ${row.help}` }));
  const options = element("div", {}, ...form.common);
  const more = element("div", {}, form.more);
  for (const part of [options, more]) part.addEventListener("change", () => attempt(askSeats));
  show(true, panel(from.title ?? "New game", options, seatRows, ...helps, more,
    element("div", { className: "row" }, element("label", {}, "Seed", seed),
      element("label", {}, analysis, "analysis: thoughts are shown, and anything can be taken back")),
    element("p", {}, begin)),
  ...(from.asked ? [] : [gamesPanel()]).filter(Boolean));
  attempt(askSeats);
}

// The games that were begun in this browser, the latest first: name, who plays, and when. Nobody else can list them, as
// the name of a game lets its hands be seen.
function remembered() {
  return JSON.parse(localStorage.getItem(`games of ${about.game}`) ?? "[]");
}

function remember(name, who) {
  const games = [{ name, who, when: new Date().toLocaleString() }, ...remembered()];
  localStorage.setItem(`games of ${about.game}`, JSON.stringify(games.slice(0, 10)));
}

function forget(name) {
  localStorage.setItem(`games of ${about.game}`, JSON.stringify(remembered().filter((game) => game.name !== name)));
}

function gamesPanel() {
  const games = remembered();
  return games.length ? panel("Go on with", element("ul", {}, ...games.map((game) =>
    element("li", {}, element("a", { href: `#game=${game.name}`, textContent: `${game.who} (${game.when})` }))))) : null;
}

// -- a game under way -------------------------------------------------------------------------------------------------

function playGame(name) {
  const place = element("div", { className: "board" });
  const side = element("aside");
  const board = new Board(place);
  show(false, place, side);
  let going = true, scene = null, viewer, events = 0, lines = [], tabbing = false;
  leave = () => { going = false; removeEventListener("keydown", keys); };

  // What changes comes by the question that waits for it; what was refused shows how the game stands.
  const send = async (path, body) => {
    if (!(await attempt(() => ask(`/api/games/${name}/${path}`, body)))) refresh();
  };
  const act = (action) => {
    tabbing = document.activeElement.matches(":focus-visible");
    send("actions", { seat: viewer, action, version: scene.version });
  };
  const pace = (change) => attempt(() => ask(`/api/games/${name}/pace`,
    { paused: scene.paused, delay: scene.delay, ...change }));
  const keys = (event) => {
    if (event.target.closest("input, select, textarea") || !scene?.asked) return;
    const number = Number(event.key);
    if (number >= 1 && number <= 9 && scene.legal[number - 1]) act(scene.legal[number - 1].action);
    if (event.key === "u" && scene.undo) undo();
  };
  const undo = () => send("undo", { seat: viewer, version: scene.version });
  addEventListener("keydown", keys);

  async function fetchScene(version) {
    const seat = viewer === undefined || viewer === null ? "" : viewer;
    return ask(`/api/games/${name}?seat=${seat}&version=${version}&parts=${board.count}&events=${events}`);
  }

  function look(seat) {
    viewer = seat;
    events = 0;
    lines = [];
    return refresh();
  }

  async function refresh() {
    const told = notice.textContent;
    const found = await attempt(() => fetchScene(-1));
    if (found && told) tell(told);
    if (found && going) update(found);
  }

  function update(found) {
    if (found.viewer !== (viewer ?? null)) return; // an answer to an earlier question
    if (found.log.from === 0) lines = [];
    if (found.log.from === events || found.log.from === 0) {
      lines.push(...found.log.lines);
      events = found.log.count;
    }
    scene = found;
    const humans = scene.seats.flatMap((text, seat) => (text === "human" ? [seat] : []));
    if (viewer === undefined && humans.length === 1) return void look(humans[0]);
    if (humans.length > 1 && !scene.over && humans.includes(scene.seat) && scene.seat !== viewer) return void handOver();
    draw();
  }

  function handOver() {
    const seat = scene.seat;
    place.replaceChildren();
    side.replaceChildren();
    viewer = null;
    curtain.replaceChildren(element("div", {}, element("p", { textContent: `It is the turn of ${scene.names[seat]}.` }),
      button("Show my hand", () => { curtain.hidden = true; look(seat); })));
    curtain.hidden = false;
    curtain.querySelector("button").focus();
  }

  function draw() {
    board.draw(scene.picture);
    place.dataset.version = scene.version;
    if (scene.asked) board.light(scene.legal, act);
    if (scene.thoughts?.seat === scene.seat) board.think(scene.thoughts.choices); // else they are of another seat's pieces
    side.replaceChildren(...[duePanel(), notesPanel(scene.notes), pacePanel(), logPanel(), thoughtsPanel(), coursePanel(), filePanel()].filter(Boolean));
    const log = side.querySelector(".log");
    log.scrollTop = log.scrollHeight;
    if (scene.failure) tell(scene.failure);
    if (scene.asked && tabbing && document.activeElement === document.body) { // who chose by keys goes on by keys
      side.querySelector("[data-action]").focus({ preventScroll: true });
    }
  }

  function duePanel() {
    if (scene.over) return panel("The game is over", results(scene.results, scene.names));
    const due = scene.asked ? askPanel()
      : panel(`Waiting for ${scene.names[scene.seat]} (${scene.seats[scene.seat]})`, undoRow());
    due.className = "due";
    return due;
  }

  function askPanel() {
    const choices = scene.legal.map((one, k) => button(k < 9 ? `${k + 1} ${one.text}` : one.text,
      () => act(one.action), { "data-action": one.action, "aria-label": one.text }));
    return panel(`${scene.names[scene.seat]}: ${scene.decision}`, element("p", { className: "hint", textContent: scene.asks }),
      element("div", { className: "choices" }, ...choices), undoRow());
  }

  function undoRow() {
    if (!scene.seats.includes("human")) return "";
    return element("p", { className: "row" }, button("Undo (u)", undo, { disabled: !scene.undo }));
  }

  function pacePanel() {
    if (scene.over || !scene.paced) return null;
    const delay = element("select", { "aria-label": "Seconds between decisions", onchange: () => pace({ delay: Number(delay.value) }) },
      ...[0, 0.1, 0.3, 1, 3].map((value) => element("option", { value, textContent: `${value} s` })));
    delay.value = String([0, 0.1, 0.3, 1, 3].includes(scene.delay) ? scene.delay : 0);
    return panel("Agents", element("div", { className: "row" },
      button(scene.paused ? "Play" : "Pause", () => pace({ paused: !scene.paused })),
      button("One decision", () => pace({ paused: true, until: "decision" })),
      button("One turn", () => pace({ paused: true, until: "turn" })),
      element("label", {}, "between decisions", delay)));
  }

  function logPanel() {
    return panel("Log", element("pre", { className: "log", tabIndex: 0, textContent: lines.join("\n") }));
  }

  function thoughtsPanel() {
    return scene.thoughts ? panel("Thoughts", thoughts(scene.thoughts, scene.names)) : null;
  }

  function coursePanel() {
    return scene.course.length > 1 ? panel("Course", graphs(scene.course, scene.names, scene.colours)) : null;
  }

  function filePanel() {
    const seat = viewer === undefined || viewer === null ? "" : viewer;
    return panel("Save", element("div", { className: "row" },
      button("Save the game", () => attempt(async () => {
        const answer = await fetch(`/api/games/${name}/replay`);
        const text = await answer.text();
        if (!answer.ok) throw new Error(JSON.parse(text).error);
        download("game.jsonl", text);
      })),
      button("Copy the position", () => attempt(async () => {
        const found = await ask(`/api/games/${name}/document?seat=${seat}`);
        await navigator.clipboard.writeText(JSON.stringify(found, null, 1));
        tell("The position is in the clipboard.");
      }))));
  }

  (async () => {
    while (going) {
      try {
        const found = await fetchScene(scene ? scene.version : -1);
        if (!going) return;
        if (notice.textContent.startsWith("The server")) tell("");
        if (!scene || found.version !== scene.version) update(found);
      } catch (error) {
        if (!going) return;
        tell(error.message);
        if (error.status === 404) return void forget(name);
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  })();
}

// -- a recorded game --------------------------------------------------------------------------------------------------

function openRecorded() {
  const file = element("input", { type: "file", accept: ".jsonl,.json", "aria-label": "Recorded game" });
  file.addEventListener("change", () => attempt(async () => {
    const chosen = file.files[0];
    const found = await ask("/api/recorded", { name: chosen.name, text: await chosen.text() });
    lookInto(found);
  }));
  show(true, panel("Recorded game", element("p", { textContent: "A game that was saved here or by scythe play --replay:" }), file));
}

function lookInto(found) {
  const place = element("div", { className: "board" });
  const side = element("aside");
  const board = new Board(place);
  const log = element("pre", { className: "log", tabIndex: 0 });
  const course = element("div");
  const end = element("div");
  const notes = element("div");
  let names = [], wanted = 0;
  const seat = element("select", { "aria-label": "Seen by", onchange: () => control.go(control.at()) });
  const control = slider(found.count, found.marks, (at) => attempt(async () => {
    wanted = at;
    const scene = await ask(`/api/recorded/${found.recorded}/${at}?seat=${seat.value}&parts=${board.count}`);
    if (at !== wanted) return;
    board.draw(scene.picture);
    names = scene.names;
    if (!seat.options.length) {
      seat.append(element("option", { value: "", textContent: "a spectator" }),
        ...names.map((name, k) => element("option", { value: k, textContent: name })));
    }
    notes.replaceChildren(...[notesPanel(scene.notes)].filter(Boolean));
    log.textContent = scene.lines.join("\n");
    course.replaceChildren(graphs(found.course, names, scene.colours, at));
    end.replaceChildren(...(scene.results ? [results(scene.results, names)] : []));
  }));
  show(false, place, side);
  side.append(panel("Recorded game", control.shown, element("label", {}, "seen by", seat)), notes,
    panel("What happened", log, end),
    panel("Go on", element("div", { className: "row" },
      button("Play from here", () => newGame({ title: "Play from here",
        asked: { recorded: found.recorded, at: control.at() } })),
      button("Look into the position", () => attempt(async () => {
        openPosition(JSON.stringify(await ask(`/api/recorded/${found.recorded}/${control.at()}/document`), null, 1));
      })))),
    panel("Course", course));
  control.go(0);
}

// -- a position -------------------------------------------------------------------------------------------------------

function openPosition(text = "") {
  const place = element("div", { className: "board" });
  const side = element("aside");
  const board = new Board(place);
  const input = element("textarea", { value: text, spellcheck: false, "aria-label": "Position as a document" });
  const agent = element("select", { "aria-label": "Agent" },
    ...about.agents.filter((name) => name !== "human").map((name) => element("option", { value: name, textContent: name })));
  const told = element("div");
  const notes = element("div");
  const read = () => {
    try {
      return JSON.parse(input.value);
    } catch (error) {
      throw new Error(`This is not JSON: ${error.message}`);
    }
  };
  const look = (asked = {}) => attempt(async () => {
    const scene = await ask("/api/positions", { document: read(), parts: board.count, ...asked });
    board.draw(scene.picture);
    const legal = scene.legal.map((one) => element("span", { textContent: one.text }));
    told.replaceChildren(element("p", { textContent: scene.over ? "The game is over." :
      `${scene.names[scene.seat]}: ${scene.decision}` }), element("div", { className: "row choices" }, ...legal));
    if (scene.over) told.append(results(scene.results, scene.names));
    notes.replaceChildren(...[notesPanel(scene.notes)].filter(Boolean));
    if (scene.advice) {
      told.append(element("p", { textContent: `${scene.advice.agent} would choose ${scene.advice.text}.` }),
        thoughts(scene.advice.thoughts, scene.names));
      board.think(scene.advice.thoughts?.choices ?? [{ action: scene.advice.action, share: 1 }]);
    }
  });
  show(false, place, side);
  side.append(panel("Position", input, element("div", { className: "row" },
    button("Show", () => look()),
    button("What would", () => look({ agent: agent.value })), agent, "do?",
    button("Play from here", () => attempt(async () => {
      const document = read();
      await ask("/api/positions", { document });
      newGame({ title: "Play from here", asked: { document } });
    })))), panel("What is legal", told), notes);
  if (text) look();
}

// -- which page -------------------------------------------------------------------------------------------------------

const PAGES = { new: () => newGame(), recorded: () => openRecorded(), position: () => openPosition() };

function route() {
  const [kind, value] = location.hash.slice(1).split("=");
  tell("");
  if (kind === "game") playGame(value);
  else (PAGES[kind] ?? PAGES.new)();
}

for (const choice of document.querySelectorAll("nav button")) {
  choice.addEventListener("click", () => {
    if (location.hash === `#${choice.dataset.page}`) route();
    else location.hash = choice.dataset.page;
  });
}
addEventListener("hashchange", route);

attempt(async () => {
  about = await ask("/api/about");
  document.getElementById("title").textContent = about.game;
  document.title = about.game;
  route();
});
