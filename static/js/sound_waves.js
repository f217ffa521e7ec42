// What sounds are made of: waves, and noise through a filter, laid on any audio context. Each begins and ends at nothing,
// so that nothing clicks.

const HUSHED = 0.0001; // of a level: nobody hears it
const noises = new WeakMap(); // a second and a half of noise, once for each context

// Numbers from 0 to 1 by chance, the same each time.
export function chances(seed) {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

function noise(context) {
  if (!noises.has(context)) {
    const buffer = context.createBuffer(1, context.sampleRate * 1.5, context.sampleRate);
    const chance = chances(13);
    buffer.copyToChannel(
      Float32Array.from({ length: buffer.length }, () => chance() * 2 - 1),
      0,
    );
    noises.set(context, buffer);
  }
  return noises.get(context);
}

// A level that rises to `peak`, and falls until `lasts` has passed; `holds`: it stays up until shortly before.
function envelope(context, { at, lasts, peak, rises = 0.004, holds = false }) {
  const level = context.createGain();
  level.gain.value = 0; // a source may begin a sample early
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(peak, at + rises);
  if (holds) {
    level.gain.setValueAtTime(peak, at + lasts - 0.02);
    level.gain.linearRampToValueAtTime(0, at + lasts);
  } else {
    level.gain.exponentialRampToValueAtTime(HUSHED, at + lasts);
  }
  return level;
}

// A wave; `to`: the pitch that it ends at.
export function tone(context, out, { at, lasts, pitch, to = pitch, wave = "sine", ...level }) {
  const source = context.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(to, at + lasts);
  source.connect(envelope(context, { at, lasts, ...level })).connect(out);
  source.start(at);
  source.stop(at + lasts);
}

// Noise through a filter; `to`: the pitch that the filter ends at; `from`: where in the noise it begins.
export function hiss(
  context,
  out,
  { at, lasts, pitch, to = pitch, through = "bandpass", narrow = 1, from = 0, ...level },
) {
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  source.buffer = noise(context);
  filter.type = through;
  filter.Q.value = narrow;
  filter.frequency.setValueAtTime(pitch, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + lasts);
  source
    .connect(filter)
    .connect(envelope(context, { at, lasts, ...level }))
    .connect(out);
  source.start(at, from);
  source.stop(at + lasts);
}

// What shrill comes through a low pass.
export function soft(context, out, pitch) {
  const filter = context.createBiquadFilter();
  filter.frequency.value = pitch;
  filter.connect(out);
  return filter;
}
