// A file that holds a game: everything it shows is in the file itself.

import { Board, element, graphs, panel, results, slider } from "./view.js";

async function read() {
  const packed = Uint8Array.from(atob(document.getElementById("game").textContent), (one) => one.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

const game = await read();
const place = element("div", { className: "board" });
const side = element("aside");
const board = new Board(place);
board.parts = game.parts;
const log = element("pre", { className: "log", tabIndex: 0 });
const course = element("div");
const end = element("div");
// Each frame says which lines of the one before it are replaced by which.
const frames = [];
let lines = [];
for (const [first, removed, put] of game.frames) {
  lines = lines.toSpliced(first, removed, ...put);
  frames.push(lines);
}

const control = slider(game.count, game.marks, (at) => {
  board.draw({ ...game.shape, lines: frames[at].map((number) => game.texts[number]) });
  log.textContent = game.log[at].join("\n");
  course.replaceChildren(graphs(game.course, game.names, game.colours, at));
  end.replaceChildren(...(at === game.count && game.results ? [results(game.results, game.names)] : []));
});
document.getElementById("main").append(place, side);
side.append(panel("Game", control.shown), panel("What happened", log, end), panel("Course", course));
control.go(0);
