// A reveal: the steps in which a screen shows what is new, one after the other. A tap goes on to the next one.

// How long a step stays, in milliseconds. `beat`, `open` and `hold` open what is next; `wait` opens nothing.
const STAYS = { count: 600, hands: 2600, silence: 4000, wait: 1500, beat: 300, open: 900, hold: 2600 };
export const OPENING = ["beat", "open", "hold"];
const EVERYWHERE = ["count", "silence"]; // what phones show besides a scoreboard
const LAST = 700; // the last step stays so much longer

// The steps of "count hands open open", each with its phase, how long it stays, and a number: of the count, or of what
// it opens. A phone shows what stands everywhere; for the rest it looks up where there is a scoreboard, and waits for
// nothing where there is none.
export function stepsOf(words, { isBoard, hasBoard }) {
  const steps = numbered(wordsOf(words));
  const own = steps.filter(({ phase }) => isBoard || EVERYWHERE.includes(phase));
  const away = steps.filter((step) => !own.includes(step));
  if (away.length && hasBoard) {
    const stays = away.reduce((sum, step) => sum + step.stays, LAST);
    return [...own, { phase: "lookup", stays, number: 0 }];
  }
  return own.map((step, index) => (isBoard && index === own.length - 1 ? { ...step, stays: step.stays + LAST } : step));
}

// Those of its words that are phases; by others it says who dies, and that the game ends.
export function wordsOf(words) {
  return words.split(" ").filter((word) => word in STAYS);
}

function numbered(words) {
  let opened = 0;
  return words.flatMap((phase) => {
    if (phase === "count") {
      return [3, 2, 1].map((number) => ({ phase, stays: STAYS.count, number }));
    }
    opened += OPENING.includes(phase) ? 1 : 0;
    return [{ phase, stays: STAYS[phase], number: opened }];
  });
}

export class Reveal {
  #steps = [];
  #timer = null;

  // `show` is given each step, `ended` is called after the last.
  constructor({
    show,
    ended,
    later = (task, milliseconds) => setTimeout(task, milliseconds),
    cancel = (timer) => clearTimeout(timer),
  }) {
    Object.assign(this, { later, cancel, show, ended });
    this.step = null;
  }

  get isRunning() {
    return this.step !== null;
  }

  start(steps) {
    this.end();
    this.#steps = [...steps];
    this.next();
  }

  // The next step, before its time if somebody taps.
  next() {
    this.cancel(this.#timer);
    if (!this.#steps.length) {
      this.end();
      return;
    }
    this.step = this.#steps.shift();
    this.#timer = this.later(() => this.next(), this.step.stays);
    this.show(this.step);
  }

  // All of it at once.
  end() {
    this.cancel(this.#timer);
    this.#steps = [];
    if (this.isRunning) {
      this.step = null;
      this.ended();
    }
  }
}
