// The speaker of a screen that may be heard. It is fetched once sound is on.
import { isLast, soundsAtLast, soundsAtOnce, soundsOf, soundsOfAct } from "./sound_cues.js";
import { SOUNDS } from "./sound_motifs.js";
import { calm, isBoard } from "./page.js";

const LOUD = 0.6;
const SOON = 0.01; // seconds, so that the first wave is not cut
const APART = 0.85; // seconds between a motif and the knell
const FADES = 0.03; // seconds in which what sounds is gone
const { game } = document.body.dataset;
const context = new AudioContext();
const master = context.createGain();
const limiter = context.createDynamicsCompressor();
master.gain.value = 0;
limiter.ratio.value = 20;
limiter.connect(master).connect(context.destination);
let isOn = false;
let line = newLine(); // through which goes what sounds until the next silence
let words = ""; // of the moment that unfolds
let isOut = true; // whether it has sounded what that comes to

function newLine() {
  const made = context.createGain();
  made.connect(limiter);
  return made;
}

function fade({ gain }, level) {
  const now = context.currentTime;
  gain.cancelScheduledValues(now);
  gain.setValueAtTime(gain.value, now);
  gain.linearRampToValueAtTime(level, now + FADES);
}

function hush() {
  fade(line, 0);
  line = newLine();
}

export function turn(on) {
  isOn = on;
  fade(master, on ? LOUD : 0);
  if (!on) {
    hush();
  }
}

// Browsers let a page sound once it has been touched.
export function mayBeHeard() {
  return context.state === "running";
}

export function awaken() {
  return context.resume();
}

export function onChange(changed) {
  context.addEventListener("statechange", changed);
}

// What is not heard now is not heard later.
export function play(sounds) {
  if (isOn && mayBeHeard()) {
    sounds.forEach((sound, index) => SOUNDS[sound](context, line, context.currentTime + SOON + index * APART));
  }
}

// What a phone comes to is heard when it is told (sound_touch.js).
document.addEventListener("moment", ({ detail: { unfold = "" } }) => {
  words = unfold;
  isOut = !isBoard;
  if (calm.matches && (isBoard || !soundsAtLast(words, game).length)) {
    isOut = true;
    play(soundsAtOnce(words, game));
  }
});
document.addEventListener("step", ({ detail: step }) => {
  if (step.phase === "silence") {
    hush();
  }
  if (isLast(step, words)) {
    playLast();
  } else {
    play(soundsOf(step, game));
  }
});
document.addEventListener("act", ({ detail: { kind } }) => play(soundsOfAct(kind)));
// A page that begins with the last act comes to its scene before it may be heard.
onChange(() => play(soundsOfAct(document.body.dataset.scene)));
document.addEventListener("hurried", playLast);
document.addEventListener("told", ({ detail }) => play(soundsAtLast(detail, game)));

function playLast() {
  if (!isOut) {
    isOut = true;
    play(soundsAtLast(words, game));
  }
}
