// A reveal: its steps in order, each for its time; a tap goes on, and the end comes once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Reveal, stepsOf } from "../../static/js/reveal.js";

const BOARD = { isBoard: true, hasBoard: true };
const phases = (steps) => steps.map(({ phase, number }) => `${phase} ${number}`);

// Timers that run when the test says so; `heard` is what the reveal shows.
function clocked() {
  const heard = [];
  const timers = new Map();
  let last = 0;
  const reveal = new Reveal({
    later: (task, milliseconds) => {
      timers.set((last += 1), { task, milliseconds });
      return last;
    },
    cancel: (timer) => timers.delete(timer),
    show: ({ phase, number }) => heard.push(`${phase} ${number}`),
    ended: () => heard.push("ended"),
  });
  const pass = () => {
    const [timer, { task, milliseconds }] = [...timers][0];
    timers.delete(timer);
    task();
    return milliseconds;
  };
  return { reveal, heard, timers, pass };
}

test("a scoreboard counts down, shows the hands, and opens one after the other; waiting opens nothing", () => {
  const steps = stepsOf("count hands open open wait hold", BOARD);
  const opened = ["hands 0", "open 1", "open 2", "wait 2", "hold 3"];
  assert.deepEqual(phases(steps), ["count 3", "count 2", "count 1", ...opened]);
});

test("the last step stays longer than another of its kind", () => {
  const [first, second] = stepsOf("open open", BOARD);
  assert.ok(second.stays > first.stays);
});

test("nothing is no step", () => {
  assert.deepEqual(stepsOf("  ", BOARD), []);
});

test("a phone counts with the scoreboard, and looks up as long as the rest takes", () => {
  const steps = stepsOf("count open open", { isBoard: false, hasBoard: true });
  assert.deepEqual(phases(steps), ["count 3", "count 2", "count 1", "lookup 0"]);
  const board = stepsOf("count open open", BOARD);
  const whole = (some) => some.reduce((sum, { stays }) => sum + stays, 0);
  assert.equal(whole(steps), whole(board));
});

test("a phone without a scoreboard counts and is silent, and waits for nothing else", () => {
  const alone = { isBoard: false, hasBoard: false };
  assert.deepEqual(phases(stepsOf("count open", alone)), ["count 3", "count 2", "count 1"]);
  assert.deepEqual(phases(stepsOf("silence", alone)), ["silence 0"]);
  assert.deepEqual(phases(stepsOf("silence", { isBoard: false, hasBoard: true })), ["silence 0"]);
});

test("each step has its time, then the reveal has ended", () => {
  const { reveal, heard, timers, pass } = clocked();
  const steps = stepsOf("count open", BOARD);
  reveal.start(steps);
  const stayed = steps.map(pass);
  assert.deepEqual(heard, ["count 3", "count 2", "count 1", "open 1", "ended"]);
  assert.deepEqual(
    stayed,
    steps.map(({ stays }) => stays),
  );
  assert.equal(timers.size, 0);
  assert.equal(reveal.isRunning, false);
});

test("a tap goes on at once, and the time of the step that it left does not count any more", () => {
  const { reveal, heard, timers } = clocked();
  reveal.start(stepsOf("open open", BOARD));
  reveal.next();
  assert.deepEqual(heard, ["open 1", "open 2"]);
  assert.equal(timers.size, 1);
  reveal.next();
  assert.deepEqual(heard, ["open 1", "open 2", "ended"]);
});

test("what ends at once has ended once", () => {
  const { reveal, heard, timers } = clocked();
  reveal.start(stepsOf("count hands open", BOARD));
  reveal.end();
  reveal.end();
  assert.deepEqual(heard, ["count 3", "ended"]);
  assert.equal(timers.size, 0);
});

test("one that starts ends the one that runs", () => {
  const { reveal, heard } = clocked();
  reveal.start(stepsOf("open open", BOARD));
  reveal.start(stepsOf("hands", BOARD));
  assert.deepEqual(heard, ["open 1", "ended", "hands 0"]);
});
