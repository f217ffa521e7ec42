// What sounds at which step, by the public words of a moment alone; and at which instant phones tell of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stepsOf } from "../../static/js/reveal.js";
import {
  dying,
  instantOf,
  isLast,
  soundsAtLast,
  soundsAtOnce,
  soundsOf,
  soundsOfAct,
} from "../../static/js/sound_cues.js";
import { SOUNDS } from "../../static/js/sound_motifs.js";

const GAMES = ["death-name", "final-deathweek", "gamushara-gang", "death-wish", "death-over-the-kingdom"];
const BOARD = { isBoard: true, hasBoard: true };

// All that a scoreboard sounds while it unfolds, step by step.
function heard(words, game) {
  return stepsOf(words, BOARD).map((step) => (isLast(step, words) ? soundsAtLast(words, game) : soundsOf(step, game)));
}

test("three ticks count, what opens ticks, and the motif comes once, where the last of it opens", () => {
  assert.deepEqual(heard("count hands open wait open open", "death-name"), [
    ["tick"],
    ["tick"],
    ["tick"],
    [],
    ["tick"],
    [],
    ["tick"],
    ["pen"],
  ]);
});

test("a heart beats for each day of the week, and the knell rings for the end", () => {
  assert.deepEqual(heard("open wait open beat beat hold dies-1 over", "final-deathweek"), [
    ["tick"],
    [],
    ["tick"],
    ["heartbeat"],
    ["heartbeat"],
    ["leaf", "knell"],
  ]);
});

test("a silence is silent but for what goes out before it", () => {
  assert.deepEqual(heard("silence", "gamushara-gang"), [["lamp"]]);
  assert.deepEqual(heard("silence", "death-wish"), [[]]);
});

test("each game has a motif of its own, and a sixth the knell, once", () => {
  const motifs = GAMES.map((game) => soundsAtLast("open", game));
  assert.equal(new Set(motifs.flat()).size, GAMES.length);
  assert.ok(motifs.flat().every((motif) => motif in SOUNDS && motif !== "knell"));
  assert.deepEqual(soundsAtLast("open over", "coffin-race"), ["knell"]);
});

test("nothing sounds for what does not unfold", () => {
  assert.deepEqual(soundsAtLast("", "death-name"), []);
  assert.deepEqual(soundsAtOnce("", "death-name"), []);
});

test("where nothing moves, the motif comes at once, and for a count or a silence what that begins with", () => {
  assert.deepEqual(soundsAtOnce("count hands open", "death-name"), ["pen"]);
  assert.deepEqual(soundsAtOnce("count", "death-name"), ["tick"]);
  assert.deepEqual(soundsAtOnce("silence", "gamushara-gang"), ["lamp"]);
});

test("in the last act a bell rings in the dark, each title is photographed, and the winner has a horn and a knell", () => {
  const sounds = ["dark", "title", "winner", "picture"].map(soundsOfAct);
  assert.deepEqual(sounds, [["knell"], ["camera"], ["horn", "knell"], []]);
});

test("who dies and the end are no steps, and are read from the words", () => {
  assert.deepEqual(dying("open hold dies-2 dies-14 over"), [2, 14]);
  assert.deepEqual(stepsOf("open dies-2 over", BOARD), stepsOf("open", BOARD));
});

test("phones tell when a scoreboard that began with them has shown all, and has ended what it showed before", () => {
  const steps = stepsOf("count open open", { isBoard: false, hasBoard: true });
  const whole = stepsOf("count open open", BOARD).reduce((sum, { stays }) => sum + stays, 0);
  const first = instantOf(steps, 1000, 0);
  assert.equal(first, 1000 + whole);
  assert.equal(instantOf(steps, 1500, first), 1000 + 2 * whole);
});
