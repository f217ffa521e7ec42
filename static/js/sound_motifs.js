// How everything sounds: functions that lay a sound on any audio context, from a time on, into an output.
import { chances, hiss, soft, tone } from "./sound_waves.js";

const SEED = 13;

function bell(context, out, at, { pitch, lasts, peak }) {
  const partials = [
    [1, 1, 1],
    [2, 0.5, 0.75],
    [2.76, 0.35, 0.5],
    [5.4, 0.15, 0.25],
  ];
  for (const [times, part, share] of partials) {
    tone(context, out, { at, lasts: lasts * share, pitch: pitch * times, peak: peak * part });
  }
  hiss(context, out, { at, lasts: 0.03, pitch: pitch * 8, peak: peak * 0.3, rises: 0.002 });
}

// The bell for the dead.
function knell(context, out, at) {
  bell(context, out, at, { pitch: 220, lasts: 3, peak: 0.34 });
}

// A wood block: three, two, one.
function tick(context, out, at) {
  hiss(context, out, { at, lasts: 0.012, pitch: 2200, peak: 0.5, narrow: 3, rises: 0.001 });
  tone(context, out, { at, lasts: 0.07, pitch: 1150, to: 950, peak: 0.3, rises: 0.002 });
}

function heartbeat(context, out, at) {
  for (const [after, peak] of [
    [0, 0.55],
    [0.14, 0.4],
  ]) {
    tone(context, out, { at: at + after, lasts: 0.13, pitch: 96, to: 52, peak, rises: 0.008 });
    tone(context, out, { at: at + after, lasts: 0.08, pitch: 190, to: 110, peak: peak * 0.3, rises: 0.008 });
  }
}

// A lamp hums, and goes out.
function lamp(context, out, at) {
  const glass = soft(context, out, 900);
  for (const [pitch, peak] of [
    [50, 0.3],
    [100, 0.22],
    [150, 0.1],
    [300, 0.06],
  ]) {
    tone(context, glass, { at, lasts: 0.7, pitch, peak, rises: 0.12, holds: true, wave: "triangle" });
  }
  hiss(context, out, { at: at + 0.69, lasts: 0.04, pitch: 2600, peak: 0.45, narrow: 2, rises: 0.001 });
}

// DEATH Name: a pen scratches a name, and a small bell answers.
function pen(context, out, at) {
  const chance = chances(SEED);
  let stroke = at;
  for (const lasts of [0.1, 0.07, 0.14, 0.08, 0.16]) {
    const pitch = 2600 + chance() * 1600;
    hiss(context, out, {
      at: stroke,
      lasts,
      pitch,
      to: pitch * (chance() > 0.5 ? 1.5 : 0.65),
      peak: 0.5,
      narrow: 2.5,
      rises: lasts * 0.4,
      from: chance(),
    });
    stroke += lasts + 0.015;
  }
  bell(context, out, at + 0.62, { pitch: 440, lasts: 0.58, peak: 0.3 });
}

// Final Deathweek: a leaf is torn off, and a heart beats.
function leaf(context, out, at) {
  const chance = chances(SEED);
  for (let number = 0; number < 14; number += 1) {
    const pitch = 900 * 1.13 ** number;
    const peak = 0.14 + 0.2 * chance();
    hiss(context, out, {
      at: at + number * 0.035,
      lasts: 0.06 + 0.03 * chance(),
      pitch,
      to: pitch * 1.3,
      through: "highpass",
      peak,
      rises: 0.006,
      from: chance(),
    });
  }
  heartbeat(context, out, at + 0.72);
}

// The Gang: a camera at the poster: the mirror up, the shutter, and the film goes on.
function camera(context, out, at) {
  for (const [after, pitch, peak] of [
    [0, 3400, 0.7],
    [0.085, 2300, 0.6],
  ]) {
    hiss(context, out, { at: at + after, lasts: 0.05, pitch, peak, narrow: 1.2, rises: 0.001 });
    tone(context, out, { at: at + after, lasts: 0.05, pitch: 240, to: 120, peak: 0.3, rises: 0.002 });
  }
  for (let tooth = 0; tooth < 9; tooth += 1) {
    const after = 0.2 + tooth * 0.045;
    hiss(context, out, { at: at + after, lasts: 0.025, pitch: 1500 + tooth * 90, peak: 0.25, narrow: 4, rises: 0.003 });
  }
}

// Death Wish: somebody coughs, and the certificate is stamped.
function certificate(context, out, at) {
  for (const [after, lasts, peak] of [
    [0, 0.17, 0.4],
    [0.23, 0.24, 0.55],
  ]) {
    for (const [pitch, part] of [
      [620, 1],
      [1250, 0.7],
    ]) {
      const level = { peak: peak * part, narrow: 3.5, rises: 0.012, from: after };
      hiss(context, out, { at: at + after, lasts, pitch, to: pitch * 0.75, ...level });
    }
    tone(context, soft(context, out, 500), {
      at: at + after,
      lasts: lasts * 0.6,
      pitch: 150,
      to: 95,
      wave: "sawtooth",
      peak: peak * 0.3,
      rises: 0.012,
    });
  }
  tone(context, out, { at: at + 0.72, lasts: 0.2, pitch: 90, to: 62, peak: 0.55, rises: 0.003 });
  tone(context, out, { at: at + 0.72, lasts: 0.08, pitch: 180, to: 110, peak: 0.3, rises: 0.003 });
  hiss(context, out, { at: at + 0.72, lasts: 0.04, pitch: 900, peak: 0.35, rises: 0.002 });
}

// Death Over The Kingdom: a horn of two notes, and a coin.
function horn(context, out, at) {
  const brass = soft(context, out, 1100);
  for (const [after, lasts, pitch] of [
    [0, 0.26, 196],
    [0.25, 0.5, 293.7],
  ]) {
    for (const [times, peak] of [
      [1, 0.2],
      [1.004, 0.2],
      [2, 0.06],
    ]) {
      const level = { peak, rises: 0.04, holds: lasts < 0.3 };
      tone(context, brass, { at: at + after, lasts, pitch: pitch * times, wave: "sawtooth", ...level });
    }
  }
  for (const [after, lasts] of [
    [0.72, 0.12],
    [0.8, 0.38],
  ]) {
    for (const [pitch, peak] of [
      [2637, 0.16],
      [3951, 0.12],
      [6270, 0.05],
    ]) {
      tone(context, out, { at: at + after, lasts, pitch, peak, rises: 0.002 });
    }
  }
}

// A crow calls twice.
function caw(context, out, at) {
  for (const after of [0, 0.4]) {
    const level = { at: at + after, rises: 0.03 };
    tone(context, soft(context, out, 1700), {
      ...level,
      lasts: 0.3,
      pitch: 540,
      to: 400,
      wave: "sawtooth",
      peak: 0.35,
    });
    hiss(context, out, { ...level, lasts: 0.28, pitch: 1300, to: 950, peak: 0.5, narrow: 2, from: after });
  }
}

export const SOUNDS = { knell, tick, heartbeat, lamp, pen, leaf, camera, certificate, horn, caw };
