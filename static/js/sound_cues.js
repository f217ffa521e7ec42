// What sounds when: by the words in which a moment unfolds, and by nothing that is not on the screen at that instant.
import { OPENING, wordsOf } from "./reveal.js";

// What a game sounds like at what its moment comes to; one that is not among them has the knell.
const MOTIFS = {
  "death-name": "pen",
  "final-deathweek": "leaf",
  "gamushara-gang": "camera",
  "death-wish": "certificate",
  "death-over-the-kingdom": "horn",
};
const SILENCES = { "gamushara-gang": ["lamp"] }; // what is heard before a silence
const ACTS = { dark: ["knell"], title: ["camera"], winner: ["horn", "knell"], crow: ["caw"] };
const STEPS = { count: ["tick"], beat: ["heartbeat"], open: ["tick"] };

function openings(words) {
  return wordsOf(words).filter((phase) => OPENING.includes(phase)).length;
}

// Who dies in the moment, by the numbers of their seats.
export function dying(words) {
  return [...words.matchAll(/\bdies-(\d+)/g)].map(([, seat]) => Number(seat));
}

// What the whole moment comes to: the motif where something opens, and the knell where somebody dies, or the game ends.
export function soundsAtLast(words, game) {
  const motif = openings(words) ? [MOTIFS[game] ?? "knell"] : [];
  const isFatal = dying(words).length > 0 || /\bover\b/.test(words);
  return [...new Set([...motif, ...(isFatal ? ["knell"] : [])])];
}

// Whether a step is the one at which all of it is out.
export function isLast({ phase, number }, words) {
  return OPENING.includes(phase) && number === openings(words);
}

// What is heard at one of the steps before.
export function soundsOf({ phase }, game) {
  return phase === "silence" ? (SILENCES[game] ?? []) : (STEPS[phase] ?? []);
}

// What is heard where no line says so: at a scene of the last act, and at a crow.
export function soundsOfAct(kind) {
  return ACTS[kind] ?? [];
}

// Where nothing moves, all of it comes at once: what is heard then.
export function soundsAtOnce(words, game) {
  const atLast = soundsAtLast(words, game);
  const [first] = wordsOf(words);
  return atLast.length || !first ? atLast : soundsOf({ phase: first }, game);
}

// When the phones of a table tell of a moment, all at the same instant: once a scoreboard that began with it, and ended
// before what it was still showing, has shown all of it. `now`, `free` and what is returned: milliseconds.
export function instantOf(steps, now, free) {
  return steps.reduce((sum, { stays }) => sum + stays, Math.max(now, free));
}
